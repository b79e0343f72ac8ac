import { BadWorldFile, Locked, NotKept, OtherWorld } from '../../src/store/errors.ts'
import { complain } from '../complain.ts'
import { UsageError } from '../usage-error.ts'
import { type Given, standardPort } from './options.ts'

/**
 * Says in one sentence why there is no service.
 * @throws UsageError where it was the command that was wrong
 */
export function cannotStart(error: unknown, given: Given): number {
  const { code, message } = error as NodeJS.ErrnoException
  const host = given.host ?? '127.0.0.1'
  const port = given.port ?? standardPort
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use; name another one with --port, or 0 for a free one.`,
    EACCES: `This user may not listen on port ${port}; name one from 1024 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}; name one of its own with --host.`,
    ENOTFOUND: `There is no host ${host}; name an address of this machine with --host.`,
  }
  if (error instanceof BadWorldFile || error instanceof OtherWorld) throw new UsageError(message)
  const isSentence = error instanceof Locked || error instanceof NotKept
  const sentence = isSentence ? message : (reasons[code ?? ''] ?? `Could not start: ${message}.`)
  complain(sentence)
  return 1
}
