import { readFile } from 'node:fs/promises'
import { getSystemErrorMap } from 'node:util'
import { parseLossless } from '../client/long-integers.ts'
import { BadInput } from './target.ts'

/**
 * Reads a JSON file, in which lines that start with `//` are comments.
 * @throws BadInput with a message that does not quote the file, because the file may hold tokens
 */
export async function readCommentedJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BadInput(`There is no file ${path}.`)
    const reason = getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.message
    throw new BadInput(`${path} cannot be read: ${reason}.`)
  })
  try {
    return parseLossless(text.replace(/^\uFEFF/, '').replaceAll(/^[ \t]*\/\/.*$/gm, ''))
  } catch {
    throw new BadInput(`${path} is no JSON with comments on lines of their own.`)
  }
}
