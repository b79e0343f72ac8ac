import { repeatedName } from '../../src/contract/checking/repeated-name.ts'
import { jsonFault, parsedJson } from '../client/parsed-json.ts'
import { type ReadOptions, readText, type Unreadable } from './read-text.ts'
import { BadInput } from './target.ts'

/**
 * Reads a JSON file, in which lines that start with `//` are comments.
 * @throws BadInput with a message that does not quote the file, because the file may hold tokens
 */
export async function readCommentedJson(
  path: string,
  options: Pick<ReadOptions, 'signal' | 'most'> = {},
): Promise<unknown> {
  const text = await readText(path, { pipes: true, ...options }).catch((error: Unreadable) => {
    throw new BadInput(`${path} cannot be read: ${error.message}.`)
  })
  // The lines stay, so that the place of a fault is right.
  const json = text.replace(/^\uFEFF/, '').replaceAll(/^[ \t]*\/\/.*$/gm, '')
  const fault = jsonFault(json, path, false)
  if (fault !== undefined) throw new BadInput(`${fault}.`)
  const repeated = repeatedName(json)
  if (repeated !== undefined) throw new BadInput(`${path} ${repeated}.`)
  return parsedJson(json)
}
