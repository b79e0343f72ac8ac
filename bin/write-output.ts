import { writeFile } from 'node:fs/promises'
import { mustBeWritable } from './check/writable.ts'
import { complain } from './complain.ts'

/**
 * Writes what a command makes to the file that a flag names, or to stdout if there is none.
 * @param mode `wx` leaves a file alone that is there, and rejects
 * @returns the exit code
 * @throws UsageError where the file cannot be written
 */
export async function writeOutput(
  text: string,
  flag: string,
  path: string | undefined,
  mode: 'w' | 'wx' = 'w',
): Promise<number> {
  if (path === undefined) {
    // Whoever reads may have seen enough, as `head` has.
    process.stdout.once('error', () => {})
    process.stdout.write(text)
    return 0
  }
  await mustBeWritable(flag, path)
  try {
    await writeFile(path, text, { flag: mode })
    return 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw error
    complain(`${path} cannot be written: ${code}.`)
    return 1
  }
}
