import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { mapValues } from '../../src/contract/objects.ts'
import { fileReason, hasCode } from '../../src/store/file-system.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import { optionsFor, serveFlags } from '../serving/options.ts'
import { startServer } from '../serving/start-server.ts'
import { validateFlags } from '../serving/validate-flags.ts'
import { setByExec, warnOfVariables } from '../serving/variables.ts'
import { windowsCommand } from '../serving/windows-command.ts'
import { complain, table, UsageError } from '../terminal.ts'
import text from './exec.txt?raw'

const flags = {
  ...serveFlags,
  port: { ...serveFlags.port, help: 'port to listen on', default: 'a free one' },
  'log-level': { ...serveFlags['log-level'], default: 'error' },
  quiet: { ...serveFlags.quiet, help: 'do not print the variables' },
} as const

export const exec: Command = {
  summary: 'Run a command, such as a test suite, with a mock server',
  help: () =>
    helpFor(text, flags, table(Object.entries(setByExec).map(([name, [what]]) => [`  ${name}`, what]))),
  async run(args, env) {
    const at = args.indexOf('--')
    const [command, ...rest] = at < 0 ? [] : args.slice(at + 1)
    if (!command) {
      throw new UsageError('A command is missing; write it after two hyphens: nestbox exec -- npm test.')
    }
    const { values, nameOf } = readArguments(flags, validateFlags, args.slice(0, at), { env })
    warnOfVariables(env)
    // The output of the command goes to the terminal, so the log of the server is limited to errors.
    const options = optionsFor({ 'log-level': 'error', ...values, port: values.port ?? 0 }, nameOf)
    const nestbox = await startServer(options, values, nameOf)
    try {
      const variables = mapValues(setByExec, ([, value]) => value(nestbox))
      if (!values.quiet)
        for (const [name, value] of Object.entries(variables))
          process.stderr.write(`nestbox: ${name}=${value}\n`)
      return await runBeside(variables, command, rest, env)
    } finally {
      await nestbox.close()
    }
  },
}

/** Signals that end a command; one that ended only the server would leave the command without it. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** @returns the exit code of the command as shells report it: 128 and the number of a signal that ended it */
function runBeside(
  variables: Readonly<Record<string, string>>,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const started = process.platform === 'win32' ? windowsCommand(command, args, env) : { file: command, args }
  const { file, args: given, ...options } = started
  // Vite gives variables with this prefix to pages.
  const forPages = Object.entries(variables).map(([name, value]) => [`VITE_${name}`, value])
  const open = (): ChildProcess =>
    spawn(file, given, {
      ...options,
      stdio: 'inherit',
      env: { ...env, ...variables, ...Object.fromEntries(forPages) },
    })
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve(notRun(command, error))
    try {
      const child = open()
      // Signals are for the command; the server stops after it.
      const forward = (signal: NodeJS.Signals) => child.kill(signal)
      for (const signal of forwarded) process.on(signal, forward)
      // A command of another user cannot be sent signals, which is an error too, but does not end it.
      child.on('error', (error) => child.pid === undefined && fail(error))
      // The listeners stay: a signal while the server stops must not end the process, whose data file is locked.
      child.once('exit', (code, signal) => {
        resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal])
      })
    } catch (error) {
      // Arguments that are too long are thrown, other errors are events.
      fail(error)
    }
  })
}

/** Says why a command cannot be run. @returns the exit code that shells have for that */
function notRun(command: string, error: unknown): number {
  if (hasCode(error, 'ENOENT')) {
    complain(`Command "${command}" not found.`)
    return 127
  }
  const why = hasCode(error, 'EACCES')
    ? 'it is a directory, or this user may not run it'
    : hasCode(error, 'E2BIG')
      ? 'its arguments are too long'
      : fileReason(error)
  complain(`Cannot run ${command}: ${why}.`)
  return 126
}
