import { readFile } from 'node:fs/promises'
import { parseLossless } from '../client/long-integers.ts'
import { BadInput } from './target.ts'

/**
 * Reads a JSON file, in which a line may be a comment that starts with `//`.
 * @throws BadInput without quoting the file, which may hold tokens
 */
export async function readCommentedJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadInput(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.code}.`,
    )
  })
  try {
    return parseLossless(text.replace(/^\uFEFF/, '').replaceAll(/^[ \t]*\/\/.*$/gm, ''))
  } catch {
    throw new BadInput(`${path} is no JSON with comments on lines of their own.`)
  }
}
