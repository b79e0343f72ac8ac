import { urlGiven } from '../check/place.ts'
import { targetTemplate } from '../check/target-template.ts'
import type { Command } from '../command.ts'
import { describe, readArguments, toggle } from '../flags.ts'
import { filled } from '../readers.ts'
import { UsageError } from '../usage-error.ts'
import { writeOutput } from '../write-output.ts'

const flags = {
  out: { short: 'o', value: '<file>', help: 'where to write it [stdout]', read: filled },
  force: { help: 'replace a file that is there', read: toggle },
} as const

export const init: Command = {
  summary: 'Write a target file to fill in, for `check`',
  help: () => `Usage: nestbox init [base-url] [flags]

Writes a target file: where a server is and what \`nestbox check --target\` may
rely on, with a comment on each promise.

${describe(flags)}
  -h, --help
  -v, --version`,
  async run(args) {
    const { given, words } = readArguments(flags, args, { most: 1 })
    const [url = 'http://127.0.0.1:8080'] = words
    try {
      // Made anew or not at all, so that nobody's file is lost in between.
      return await writeOutput(targetTemplate(urlGiven(url)), '--out', given.out, given.force ? 'w' : 'wx')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new UsageError(`${given.out} is there already; --force replaces it.`)
    }
  },
}
