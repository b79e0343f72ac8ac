import { version } from '../src/util/version.ts'
import type { Command } from './flags.ts'
import { complain, Failure, print, surviveOutputErrors, UsageError, unknownWord } from './terminal.ts'

/** The commands. Each is loaded when it runs, so that `serve` starts without the kit. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  check: async () => (await import('./commands/check.ts')).check,
  init: async () => (await import('./commands/init.ts')).init,
  list: async () => (await import('./commands/list.ts')).list,
  explain: async () => (await import('./commands/explain.ts')).explain,
  diff: async () => (await import('./commands/diff.ts')).diff,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
  exec: async () => (await import('./commands/exec.ts')).exec,
}

/** Some packages ask for the current directory when they are loaded. */
const noFolder = new UsageError('The current directory was deleted; change to another one.')

/** Runs a command as the only one of its process. @returns the exit code */
export function runProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  surviveOutputErrors()
  return runCommand(args, env)
}

/** Runs the named command, or `serve` if the arguments have no name. @returns the exit code */
export async function runCommand(rawArgs: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = asFlags(rawArgs)
  const [first] = args
  const named = first !== undefined && !first.startsWith('-')
  try {
    const name = named ? first : 'serve'
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!load) throw unknownWord('command', name, Object.keys(commands))
    const command = await load()
    const rest = named ? args.slice(1) : args
    // `exec` passes the arguments after `--` to its command.
    const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
    if (own.some(isFlag('help'))) return await show(named ? command.help() : await overview())
    if (own.some(isFlag('version'))) return await show(version())
    return await command.run(rest, env)
  } catch (error) {
    const failure = (error as NodeJS.ErrnoException).syscall === 'uv_cwd' ? noFolder : error
    if (!(failure instanceof Failure)) throw error
    complain(failure.message, failure.entries)
    return failure.exitCode
  }
}

/** Whether an argument is a flag, alone or among other short ones, as in `-qv`. A value is ignored. */
const isFlag = (name: 'help' | 'version') => (arg: string) =>
  arg.split('=')[0] === `--${name}` || (/^-[hqv]+$/.test(arg) && arg.includes(name.charAt(0)))

/** Replaces `help` and `version`, which are commands of many programs, by flags. */
function asFlags(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first === 'help') return [...rest.slice(0, 1), '--help', ...rest.slice(1)]
  return first === 'version' ? ['--version', ...rest] : args
}

/** The help of the default command, and a list of all commands. */
async function overview(): Promise<string> {
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, await load()] as const),
  )
  const lines = all.map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  const help = all[0]?.[1].help()
  return [help, '', 'Commands (see nestbox <command> --help):', '', ...lines].join('\n')
}

async function show(text: string): Promise<number> {
  await print(`${text}\n`)
  return 0
}
