import type { Command } from './command.ts'
import { serve } from './commands/serve.ts'
import { UsageError } from './usage-error.ts'
import { version } from './version.ts'

const commands: Readonly<Record<string, Command>> = { serve }

/** Runs the command that the arguments name; without a name, `serve`. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [first] = args
  const named = first !== undefined && !first.startsWith('-')
  try {
    const command = commands[named ? first : 'serve']
    if (!command)
      throw new UsageError(`There is no command "${first}"; there is ${Object.keys(commands).join(', ')}.`)
    const rest = named ? args.slice(1) : args
    if (rest.includes('-h') || rest.includes('--help')) return print(command.help())
    if (rest.includes('-v') || rest.includes('--version')) return print(version())
    return await command.run(rest, env)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`nestbox: ${error.message}\n`)
    return 2
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
