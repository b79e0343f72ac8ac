import { withExitCodes } from '../check/exit-code.ts'
import { checkFlags } from '../check/flags.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, describe, readArguments } from '../flags.ts'

export const check: Command = {
  summary: 'Check whether a server conforms to the API document',
  help: () => `Usage: nestbox check <base-url> [flags]
       nestbox check --self

Checks whether a server conforms to the API document, and reports what it does
where the document leaves the behaviour open. Without --target, the server must
provide a target file at /_nestbox/target.json, as the mock server does.

${describe(checkFlags)}

A pattern is the id of a check (see \`nestbox list checks\`), the beginning of an
id, or a text with * for any characters.

Exit codes:
  0  the server conforms
  1  the server does not conform
  2  wrong arguments or files
  3  incomplete: nothing failed, but not everything could be judged
  4  the server is unreachable
  5  internal error of the kit, or output that cannot be written
  129, 130, 143  ended by SIGHUP, SIGINT or SIGTERM`,
  run: (args, env) =>
    withExitCodes(async () => {
      const { values, positionals } = readArguments(checkFlags, validateFlags, args, { most: 1 })
      // A kit that cannot be loaded must not exit with 1, so the import is within `withExitCodes`.
      const { checkServer } = await import('../check/check-server.ts')
      return checkServer(values, positionals, env)
    }),
}
