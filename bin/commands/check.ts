import { withExitCodes } from '../check/exit-code.ts'
import { checkFlags } from '../check/flags.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import text from './check.txt?raw'

export const check: Command = {
  summary: 'Check whether a server conforms to the API document',
  help: () => helpFor(text, checkFlags),
  run: (args, env) =>
    withExitCodes(async () => {
      const { values, positionals } = readArguments(checkFlags, validateFlags, args, { most: 1 })
      // A kit that cannot be loaded must not exit with 1, so the import is within `withExitCodes`.
      const { checkServer } = await import('../check/check-server.ts')
      return checkServer(values, positionals, env)
    }),
}
