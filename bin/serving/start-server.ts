import { constants } from 'node:os'
import { inspect } from 'node:util'
import { Refusal } from '../../src/contract/checking/errors-in.ts'
import { BadFault } from '../../src/faults/rule.ts'
import { type Nestbox, startNestbox } from '../../src/nestbox.ts'
import { BadOption } from '../../src/options/check-options.ts'
import type { NestboxOptions } from '../../src/options/nestbox-options.ts'
import { options as table } from '../../src/options/table.ts'
import { BadWorldFile, Locked, NotKept, OtherWorld } from '../../src/store/errors.ts'
import { mustHaveFolder } from '../files.ts'
import type { NameOf } from '../flags.ts'
import { Failure, UsageError } from '../terminal.ts'
import type { ServeValues } from './options.ts'

/**
 * Starts a server for a command, with the rows in the file of `--world`. Until the server has started, SIGINT and SIGTERM end the process.
 * @throws Failure with the reason in one sentence; UsageError for wrong arguments or files
 */
export async function startServer(
  options: NestboxOptions,
  values: ServeValues,
  nameOf: NameOf,
): Promise<Nestbox> {
  const { world } = values
  if (values.data !== undefined) await mustHaveFolder(nameOf('data'), values.data)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, endAtOnce)
  try {
    if (world === undefined) return await startNestbox(options)
    // The module is loaded here, since most services have no world file.
    const { readWorldFile } = await import('./world-file.ts')
    return await startNestbox({
      ...options,
      world: await readWorldFile(world, `${nameOf('world')} ${world}`),
    })
  } catch (error) {
    throw inWords(error, values, nameOf)
  } finally {
    for (const signal of signals) process.off(signal, endAtOnce)
  }
}

/** Unlocks all data files, and ends the process with a signal. */
async function endAtOnce(signal: NodeJS.Signals): Promise<void> {
  // The module is loaded here, since most servers have no data file.
  const { releaseAll } = await import('../../src/store/lock.ts')
  releaseAll()
  // Without listeners, the signal ends the process immediately; `process.exit` can wait for a file that does not
  // respond.
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // The first process of a container has no default action for signals.
  process.exit(128 + constants.signals[signal])
}

function inWords(error: unknown, values: ServeValues, nameOf: NameOf): Failure {
  if (error instanceof Failure) return error
  const { code = '', message }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(inspect(error))
  const { host = table.host.default, port = table.port.default } = values
  const [portName, hostName] = [nameOf('port'), nameOf('host')]
  const isMissing = `This machine does not have the address ${host}; choose one of its addresses with ${hostName}.`
  const isUnknown = `The host ${host} cannot be resolved; choose an address of this machine with ${hostName}.`
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use; choose another one with ${portName}, or 0 for a free one.`,
    EACCES: `Permission denied to listen on port ${port}; choose a port from 1024 with ${portName}.`,
    EADDRNOTAVAIL: isMissing,
    EAFNOSUPPORT: isMissing,
    EINVAL: `No server can listen on the address ${host}; choose one of this machine with ${hostName}, a link-local one with its interface, such as fe80::1%eth0.`,
    ENOTFOUND: isUnknown,
    EAI_AGAIN: isUnknown,
  }
  if (error instanceof BadWorldFile || error instanceof OtherWorld || error instanceof BadOption)
    return new UsageError(message)
  if (error instanceof Refusal)
    return new UsageError(
      error instanceof BadFault ? message : `${nameOf('world')} ${values.world}: ${message}`,
    )
  const isSentence = error instanceof Locked || error instanceof NotKept
  return new Failure(isSentence ? message : (reasons[code] ?? `Could not start: ${message}.`))
}
