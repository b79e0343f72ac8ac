import { guarded } from '../check/guarded.ts'
import type { Command } from '../command.ts'
import { describe, readArguments } from '../flags.ts'
import { checkFlags } from './check-flags.ts'

export const check: Command = {
  summary: 'Judge a server by the clauses of the document',
  help: () => `Usage: nestbox check <base-url> [flags]
       nestbox check --self

Judges a server by what the document states, and observes what it leaves open.
Without --target the server is asked for its own target file.

${describe(checkFlags)}
  -h, --help
  -v, --version

A pattern is an id of \`nestbox list checks\`, the beginning of one, or has *.

Ends with 0 if the server conforms, 1 if it does not, 2 for wrong arguments or
files, 3 if nothing failed but something could not be judged, 4 if nothing
answers, 5 if the kit itself broke, 130 or 143 after SIGINT or SIGTERM.`,
  run: (args, env) =>
    guarded(async () => {
      const { given, words } = readArguments(checkFlags, args, { most: 1 })
      // Loaded in here, so that a kit that cannot even be loaded is no verdict either.
      const { checkServer } = await import('../check/check-server.ts')
      return checkServer(given, words, env)
    }),
}
