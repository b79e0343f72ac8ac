import { boolean, string } from '../../src/options/types.ts'
import { readBaseUrl } from '../check/find-target.ts'
import { targetTemplate } from '../check/target-template.ts'
import { type Command, UsageError } from '../command.ts'
import { readArguments } from '../flags.ts'
import { describe } from '../help.ts'
import { writeOutput } from '../write-file.ts'

const flags = {
  out: { short: 'o', placeholder: '<file>', help: 'file to write', default: 'stdout', type: string },
  force: { help: 'overwrite an existing file', type: boolean },
} as const

export const init: Command = {
  summary: 'Write a target file to fill in, for `nestbox check`',
  help: () => `Usage: nestbox init [base-url] [flags]

Writes a template of a target file, which tells \`nestbox check --target\` where a
server is and which of its tokens and resources to use. Comments explain each
entry.

${describe(flags)}`,
  async run(args) {
    const { values, positionals } = readArguments(flags, args, { most: 1 })
    const [url = 'http://127.0.0.1:8080'] = positionals
    try {
      return await writeOutput(
        targetTemplate(readBaseUrl(url)),
        '--out',
        values.out,
        values.force ? 'w' : 'wx',
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new UsageError(`${values.out} exists already; --force overwrites it.`)
    }
  },
}
