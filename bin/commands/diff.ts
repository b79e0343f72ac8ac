import { withExitCodes } from '../check/exit-code.ts'
import { diffFlags } from '../check/flags.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, describe, readArguments } from '../flags.ts'
import { UsageError } from '../terminal.ts'

export const diff: Command = {
  summary: 'Compare two servers, or two JSON reports',
  help: () => `Usage: nestbox diff <a> <b> [flags]

Compares the results of \`nestbox check\` for two sides. Each side is a base URL
or a target file, which are checked first, or a report written with
\`nestbox check --reporter json=<file>\`.

${describe(diffFlags)}

Exit codes:
  0  no differences
  1  some differences
  2  wrong arguments or files
  4  a server is unreachable
  5  internal error of the kit, or output that cannot be written
  129, 130, 143  ended by SIGHUP, SIGINT or SIGTERM`,
  run: (args, env) =>
    withExitCodes(async () => {
      const { values, positionals } = readArguments(diffFlags, validateFlags, args, { most: 2 })
      const [a, b] = positionals
      if (a === undefined || b === undefined)
        throw new UsageError('Pass two sides: base URLs, target files or JSON reports; see --help.')
      const { diffSides } = await import('../check/diff-sides.ts')
      return diffSides(values, a, b, env)
    }),
}
