import { vi } from 'vitest'
import { runCommand } from '../run-command.ts'
import { type Ended, withoutProgress } from './run.ts'

let isRunning = false

/** What commands listen for until their process ends. */
const heard = ['uncaughtException', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
const events: NodeJS.EventEmitter = process

/**
 * Runs a command from the sources in this process, which is much faster than a process of its own. Only one command
 * can run at a time, and it must end without a signal; tests of crashes and signals use `run`.
 */
export async function runHere(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  if (isRunning) throw new Error('Only one command can run in this process at a time.')
  isRunning = true
  const said = { stdout: '', stderr: '' }
  const hear = (name: keyof typeof said) =>
    vi.spyOn(process[name], 'write').mockImplementation((text: unknown, ...rest: readonly unknown[]) => {
      said[name] += String(text)
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    })
  const streams = [hear('stdout'), hear('stderr')]
  const { exitCode } = process
  const before = heard.map((name) => events.listeners(name))
  try {
    const code = await runCommand(args, { NESTBOX_PORT: '0', ...env })
    return { code, signal: null, ...said, stderr: withoutProgress(said.stderr) }
  } finally {
    for (const stream of streams) stream.mockRestore()
    // Commands rely on the end of the process to remove their listeners.
    process.exitCode = exitCode
    for (const [at, name] of heard.entries())
      for (const listener of events.listeners(name) as (() => void)[])
        if (!before[at]?.includes(listener)) events.off(name, listener)
    isRunning = false
  }
}
