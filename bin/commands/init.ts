import { lstat } from 'node:fs/promises'
import { commandWord } from '../../conformance/client/shell.ts'
import { exitCodes } from '../../conformance/judge/verdict.ts'
import { placeholder } from '../../conformance/target/contradictions.ts'
import { readBaseUrl } from '../check/find-target.ts'
import { initFlags } from '../check/flags.ts'
import { targetTemplate } from '../check/target-template.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { mustBeWritable, writeOutput } from '../files.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import { complain, UsageError } from '../terminal.ts'
import text from './init.txt?raw'

export const init: Command = {
  summary: 'Write a target file to fill in, for `nestbox check`',
  help: () => helpFor(text, initFlags),
  async run(args) {
    const { values, positionals } = readArguments(initFlags, validateFlags, args, { most: 1 })
    const [url] = positionals
    const baseUrl = readBaseUrl(url ?? 'http://127.0.0.1:8080')
    if (url === undefined && values.token)
      throw new UsageError('--token needs the base URL of the server; see --help.')
    if (values.out !== undefined) {
      await mustBeWritable('--out', values.out)
      // A link that leads nowhere exists as well.
      if (!values.force && (await lstat(values.out).catch(() => undefined)))
        throw new UsageError(`${values.out} exists already; --force overwrites it.`)
    }
    // Without tokens no request is sent, so the client is not loaded.
    const surveyed = values.token && (await import('../check/survey-server.ts'))
    const found = await surveyed?.surveyServer(baseUrl, values.token ?? {}, values)
    if (surveyed && !found) return exitCodes.unreachable
    const text = targetTemplate(baseUrl, found, Object.keys(values.token ?? {}))
    await writeOutput(text, '--out', values.out, values.force ? 'w' : 'wx')
    if (values.out !== undefined) sayWhatToDo(text, values.out)
    return 0
  },
}

/** Reports the written file, and the remaining steps. */
function sayWhatToDo(text: string, path: string): void {
  const lines = text.split('\n').map((line) => (/^ *\/\//.test(line) ? '' : line))
  const left = lines.flatMap((line, at) => (line.includes(`"${placeholder}"`) ? [at + 1] : []))
  const variables = lines.flatMap((line) => /"env": "(\w+)"/.exec(line)?.[1] ?? [])
  const steps = [
    ...(left.length === 0 ? [] : [`replace "${placeholder}" in the lines ${left.join(', ')}`]),
    `set the tokens in the environment (${variables.join(', ')})`,
    'set "disposable" to true if the kit may write',
  ].join(', ')
  complain(
    `Wrote ${path}. ${steps.replace(/^./, (first) => first.toUpperCase())}, and run: npx nestbox check --target ${commandWord(path)}`,
  )
}
