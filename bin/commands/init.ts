import { writeFile } from 'node:fs/promises'
import { urlGiven } from '../check/place.ts'
import { targetTemplate } from '../check/target-template.ts'
import type { Command } from '../command.ts'
import { complain } from '../complain.ts'
import { describe, readArguments, toggle } from '../flags.ts'
import { filled } from '../readers.ts'
import { UsageError } from '../usage-error.ts'

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
    const text = targetTemplate(urlGiven(url))
    if (given.out === undefined) process.stdout.write(text)
    else return write(given.out, text, given.force === true)
    return 0
  },
}

async function write(path: string, text: string, force: boolean): Promise<number> {
  try {
    // Made anew or not at all, so that nobody's file is lost in between.
    await writeFile(path, text, { flag: force ? 'w' : 'wx' })
    return 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new UsageError(`${path} is there already; --force replaces it.`)
    complain(`${path} cannot be written: ${code}.`)
    return 1
  }
}
