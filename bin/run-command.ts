import { version } from '../src/util/version.ts'
import type { Command } from './command.ts'
import { complain } from './complain.ts'
import { UsageError } from './usage-error.ts'

/** Each is loaded when it is used, so that `serve` starts without the kit. */
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

/** Runs the command that the arguments name; without a name, `serve`. */
export async function runCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = asFlags(words)
  const [first] = args
  const named = first !== undefined && !first.startsWith('-')
  try {
    const name = named ? first : 'serve'
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!load)
      throw new UsageError(`There is no command "${name}"; there is ${Object.keys(commands).join(', ')}.`)
    const command = await load()
    const rest = named ? args.slice(1) : args
    // What comes after two hyphens belongs to somebody else.
    const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
    if (own.includes('-h') || own.includes('--help')) return print(named ? command.help() : await overview())
    if (own.includes('-v') || own.includes('--version')) return print(version())
    return await command.run(rest, env)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(error.message)
    return 2
  }
}

/** The arguments, with what many programs take for a command as the flag that it is here. */
function asFlags(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  if (first === 'help') return [...rest.slice(0, 1), '--help', ...rest.slice(1)]
  return first === 'version' ? ['--version', ...rest] : words
}

/** The help of the default command, and which others there are. */
async function overview(): Promise<string> {
  const all = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => [name, await load()] as const),
  )
  const lines = all.map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  const help = all[0]?.[1].help()
  return [help, '', 'Commands, each with a --help of its own:', '', ...lines].join('\n')
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
