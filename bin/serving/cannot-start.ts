import { BadRow } from '../../src/fixtures/builder/bad-row.ts'
import { options } from '../../src/options/table.ts'
import { BadWorldFile, Locked, NotKept, OtherWorld } from '../../src/store/errors.ts'
import { UsageError } from '../command.ts'
import { complain } from '../terminal.ts'
import type { ServeValues } from './flags.ts'

/**
 * Reports in one sentence why the service could not start.
 * @returns the exit code
 * @throws UsageError for an error of the arguments
 */
export function cannotStart(error: unknown, values: ServeValues): number {
  const { code, message } = error as NodeJS.ErrnoException
  const { host = options.host.default, port = options.port.default } = values
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use; choose another one with --port, or a free one with --port 0.`,
    EACCES: `Permission denied to listen on port ${port}; choose a port from 1024 with --port.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}; choose one of its addresses with --host.`,
    ENOTFOUND: `The host ${host} cannot be resolved; choose an address of this machine with --host.`,
  }
  if (error instanceof BadRow) throw new UsageError(`${values.world}: ${message}`)
  if (error instanceof BadWorldFile || error instanceof OtherWorld) throw new UsageError(message)
  const isSentence = error instanceof Locked || error instanceof NotKept
  const sentence = isSentence ? message : (reasons[code ?? ''] ?? `Could not start: ${message}.`)
  complain(sentence)
  return 1
}
