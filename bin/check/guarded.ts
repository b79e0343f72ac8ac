import { BadInput } from '../../conformance/target/bad-input.ts'
import { complain } from '../complain.ts'
import { UsageError } from '../usage-error.ts'
import { exitCodeFor } from './exit-code.ts'

/**
 * Does a judge's work. Node ends with 1 when a program breaks, which would read
 * as a verdict on the server, so whatever breaks here ends with the kit's own code.
 */
export async function guarded(work: () => Promise<number>): Promise<number> {
  const code = exitCodeFor('error')
  // Stands if the work never comes to an end.
  process.exitCode = code
  const blame = (error: unknown): number => {
    complain(`The kit could not go on: ${wholeStory(error)}`)
    return code
  }
  process.once('uncaughtException', (error) => process.exit(blame(error)))
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (error instanceof BadInput) throw new UsageError(error.message)
    return blame(error)
  }
}

/** A system's error, such as a full disk, says it all in its message; any other is ours, and to be found. */
function wholeStory(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message)
}
