import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { type Nestbox, startNestbox } from '../../src/nestbox.ts'
import type { Command } from '../command.ts'
import { complain } from '../complain.ts'
import { describe, readFlags } from '../flags.ts'
import { cannotStart } from '../serving/cannot-start.ts'
import { serveFlags } from '../serving/flags.ts'
import { optionsFor } from '../serving/options.ts'
import { type ToldByExec, warnOfVariables } from '../serving/variables.ts'
import { UsageError } from '../usage-error.ts'

// It prints no Ready line, nor anything else that could be kept quiet.
const { quiet: _, ...shared } = serveFlags

const flags = { ...shared, port: { ...shared.port, help: 'port to listen on [a free one]' } } as const

export const exec: Command = {
  summary: 'Run a command, such as a test suite, beside a service of its own',
  help: () => `Usage: nestbox exec [flags] -- <command> [arguments]

Starts a service on a free port, runs the command, stops the service, and exits
as the command did. The command finds in its environment:

  NESTBOX_URL                base URL
  NESTBOX_APPLICATION_TOKEN  an application token
  NESTBOX_ROOT_TOKEN         a client token of a root administrator
  NESTBOX_USER_TOKEN         a client token of an ordinary user

Flags are those of \`serve\`, but --quiet:

${describe(flags)}
  -h, --help
  -v, --version

Each flag can also be given as NESTBOX_<FLAG>, such as NESTBOX_SCENARIO=empty; lists by comma.`,
  async run(args, env) {
    const at = args.indexOf('--')
    const [command, ...rest] = at < 0 ? [] : args.slice(at + 1)
    if (command === undefined) {
      throw new UsageError('There is no command to run; put it after two hyphens: nestbox exec -- npm test.')
    }
    const given = readFlags(flags, args.slice(0, at), env)
    warnOfVariables(env)
    // The command owns the terminal, so the service says nothing but what is wrong.
    const options = optionsFor({ 'log-level': 'error', ...given, port: given.port ?? 0 })
    let nestbox: Nestbox
    try {
      nestbox = await startNestbox(options)
    } catch (error) {
      return cannotStart(error, given)
    }
    const code = await runBeside(nestbox, command, rest, env)
    await nestbox.close()
    return code
  },
}

/** @returns the exit code of the command, as a shell would tell it */
function runBeside(
  { url, tokens }: Nestbox,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const told: ToldByExec = {
    NESTBOX_URL: url,
    NESTBOX_APPLICATION_TOKEN: tokens.application,
    NESTBOX_ROOT_TOKEN: tokens.rootClient,
    NESTBOX_USER_TOKEN: tokens.userClient,
  }
  const child = spawn(command, args, {
    stdio: 'inherit',
    // Commands of npm are scripts that only a shell of Windows can start.
    shell: process.platform === 'win32',
    env: { ...env, ...told },
  })
  // Whoever stops this process means the command; the service follows it.
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isThere = error.code !== 'ENOENT'
      complain(isThere ? `Could not run ${command}: ${error.message}.` : `There is no command "${command}".`)
      resolve(isThere ? 126 : 127)
    })
    child.once('exit', (code, signal) => {
      process.off('SIGINT', passOn)
      process.off('SIGTERM', passOn)
      resolve(signal === null ? (code ?? 0) : 128 + constants.signals[signal])
    })
  })
}
