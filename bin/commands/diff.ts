import { withExitCodes } from '../check/exit-code.ts'
import { diffFlags } from '../check/flags.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import { UsageError } from '../terminal.ts'
import text from './diff.txt?raw'

export const diff: Command = {
  summary: 'Compare two servers, or two JSON reports',
  help: () => helpFor(text, diffFlags),
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
