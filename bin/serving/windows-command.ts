import { existsSync } from 'node:fs'
import { win32 } from 'node:path'

/**
 * The parameters of `spawn` for a command on Windows. Programs can be started directly. Scripts, such as the commands
 * that npm installs, need `cmd.exe`; its special characters are escaped, so that the script gets the exact arguments.
 */
export function windowsCommand(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  exists: (path: string) => boolean = existsSync,
) {
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

/** An argument quoted for the program, and escaped twice, because the script passes it to a second command line. */
function escapedArgument(text: string): string {
  const quoted = `"${text.replaceAll(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\*)$/, '$1$1')}"`
  return escaped(escaped(quoted))
}
