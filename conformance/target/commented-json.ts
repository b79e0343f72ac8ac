import { shown } from '../../src/contract/checking/words.ts'
import { jsonFault, parsedJson } from '../client/parsed-json.ts'
import { type ReadOptions, readText, type Unreadable } from './read-text.ts'
import { BadInput } from './target.ts'

/**
 * Reads a JSON file, in which lines that start with `//` are comments.
 * @throws BadInput with a message that does not quote the file, because the file may hold tokens
 */
export async function readCommentedJson(
  path: string,
  options: Pick<ReadOptions, 'signal'> = {},
): Promise<unknown> {
  const text = await readText(path, { pipes: true, ...options }).catch((error: Unreadable) => {
    throw new BadInput(`${path} cannot be read: ${error.message}.`)
  })
  // The lines stay, so that the place of a fault is right.
  const json = text.replace(/^\uFEFF/, '').replaceAll(/^[ \t]*\/\/.*$/gm, '')
  const fault = jsonFault(json, path, false)
  if (fault !== undefined) throw new BadInput(`${fault}.`)
  const twice = keyTwice(json)
  if (twice !== undefined)
    throw new BadInput(`${path} has ${shown(twice)} twice in one object; remove one of them.`)
  return parsedJson(json)
}

/** The first key that an object of a JSON text has a second time: `JSON.parse` keeps the last value alone. */
function keyTwice(json: string): string | undefined {
  const open: Set<string>[] = []
  // Without escapes, the pattern of a string needs no group, which would not bear a long one.
  const plain = json.replaceAll(/\\./g, '  ')
  for (const { 0: token, 1: colon, index } of plain.matchAll(/"[^"]*"(\s*:)?|[{}[\]]/g)) {
    if ('{['.includes(token)) open.push(new Set())
    else if ('}]'.includes(token)) open.pop()
    else if (colon !== undefined) {
      const [keys, end] = [open.at(-1), index + token.length - colon.length]
      const key = String(JSON.parse(json.slice(index, end)))
      if (keys?.size === keys?.add(key).size) return key
    }
  }
  return undefined
}
