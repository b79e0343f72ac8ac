import { exitCodes } from '../../conformance/judge/verdict.ts'
import { BadInput } from '../../conformance/target/target.ts'
import { complain, Failure, UsageError } from '../terminal.ts'

/**
 * Runs the work of a command that judges servers. Node exits with 1 when a program crashes, which is also the exit code
 * of the verdict "nonconforming". A crash therefore ends with the exit code of an internal error.
 * @throws UsageError
 */
export async function withExitCodes(work: () => Promise<number>): Promise<number> {
  const code = exitCodes.error
  // The exit code if the event loop becomes empty before the work is done.
  process.exitCode = code
  const report = (error: unknown): number => {
    complain(`Internal error: ${details(error)}`)
    return code
  }
  process.once('uncaughtException', (error) => process.exit(report(error)))
  try {
    return await work()
  } catch (error) {
    // A deleted current directory is an error of every command.
    if (error instanceof UsageError || (error as NodeJS.ErrnoException).syscall === 'uv_cwd') throw error
    if (error instanceof BadInput) throw new UsageError(error.message, error.entries)
    if (!(error instanceof Failure)) return report(error)
    complain(error.message)
    return code
  }
}

/** The message of a system error, such as too many open files; other errors are bugs and need their stack. */
function details(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message)
}
