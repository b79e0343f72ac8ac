import { guarded } from '../check/guarded.ts'
import type { Command } from '../command.ts'
import { describe, readArguments } from '../flags.ts'
import { UsageError } from '../usage-error.ts'
import { diffFlags } from './diff-flags.ts'

export const diff: Command = {
  summary: 'Compare two servers, or two JSON reports',
  help: () => `Usage: nestbox diff <a> <b> [flags]

Compares two sides by what a check finds out. Each is a base URL, a target file
(both are then judged) or a report that \`check --reporter json=<file>\` wrote.

${describe(diffFlags)}
  -h, --help
  -v, --version

Ends with 0 if nothing differs, 1 if something does, 2 for wrong arguments, 4 if
nothing answers, 5 if the kit itself broke.`,
  run: (args, env) =>
    guarded(async () => {
      const { given, words } = readArguments(diffFlags, args, { most: 2 })
      const [a, b] = words
      if (a === undefined || b === undefined)
        throw new UsageError('Two sides are needed: base URLs, target files or JSON reports; see --help.')
      const { diffSides } = await import('../check/diff-sides.ts')
      return diffSides(given, a, b, env)
    }),
}
