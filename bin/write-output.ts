import { writeFile } from 'node:fs/promises'
import { complain } from './complain.ts'

/**
 * Writes what a command makes to a file, or to stdout if none is named.
 * @param flag `wx` leaves a file alone that is there, and rejects
 * @returns the exit code
 */
export async function writeOutput(
  text: string,
  path: string | undefined,
  flag: 'w' | 'wx' = 'w',
): Promise<number> {
  if (path === undefined) {
    // Whoever reads may have seen enough, as `head` has.
    process.stdout.once('error', () => {})
    process.stdout.write(text)
    return 0
  }
  try {
    await writeFile(path, text, { flag })
    return 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw error
    complain(`${path} cannot be written: ${code}.`)
    return 1
  }
}
