import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

/** What `spawn` starts. */
export interface Spawned {
  readonly file: string
  readonly args: readonly string[]
  /** Whether Node must pass the arguments on without quoting them. */
  readonly windowsVerbatimArguments: boolean
}

/**
 * What Windows must start for a command. Programs start by themselves. Scripts, as which npm installs every command,
 * need `cmd.exe`, whose special characters are escaped, so that the script gets each argument as it is.
 */
export function windowsCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  exists: (path: string) => boolean = existsSync,
): Spawned {
  const file = candidates(command, env).find(exists)
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) {
    return { file: file ?? command, args, windowsVerbatimArguments: false }
  }
  const line = [escaped(win32.normalize(file)), ...args.map(escapedArgument)].join(' ')
  return {
    file: env['ComSpec'] ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  }
}

/** The paths that a command may have, in the order in which Windows tries them. */
function candidates(command: string, env: NodeJS.ProcessEnv): readonly string[] {
  const extensions = (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean)
  const isWhole = extensions.some((extension) => command.toLowerCase().endsWith(extension.toLowerCase()))
  const names = [...(isWhole ? [command] : []), ...extensions.map((extension) => command + extension)]
  const folders = /[\\/:]/.test(command) ? [''] : ['', ...(env['Path'] ?? env['PATH'] ?? '').split(';')]
  return folders.flatMap((folder) => names.map((name) => win32.join(folder, name)))
}

const escaped = (text: string): string => text.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&')

/** Quoted for the program, then escaped twice, as the script hands its arguments on in a line of its own. */
function escapedArgument(text: string): string {
  const quoted = `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`
  return escaped(escaped(quoted))
}
