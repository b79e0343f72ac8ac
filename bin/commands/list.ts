import { checks } from '../../conformance/checks/index.ts'
import { clauses, type GapId, gaps, kindOf } from '../../src/contract/index.ts'
import { table } from '../check/table.ts'
import type { Command } from '../command.ts'
import { describe, readArguments, toggle } from '../flags.ts'
import { UsageError } from '../usage-error.ts'

/** The first column, the second and what it is about; everything else is for programs. */
interface Row {
  readonly id: string
  readonly level: string
  readonly title: string
}

const lists: Readonly<Record<string, () => Row[]>> = {
  checks: () =>
    checks.map(({ id, section, level, title, clauses, ignored }) => ({
      ...{ id, section, level, title, clauses },
      ...(ignored !== undefined && { ignored }),
    })),
  clauses: () => clauses.map(({ id, section, level, text }) => ({ id, section, level, title: text })),
  gaps: () =>
    Object.entries(gaps).map(([id, { section, question, choices }]) => ({
      ...{ id, section, level: kindOf(id as GapId), title: question },
      choices: choices.map(([choice]) => choice),
    })),
}

const flags = { json: { help: 'for programs', read: toggle } } as const

export const list: Command = {
  summary: 'List the checks, the clauses and the gaps',
  help: () => `Usage: nestbox list [checks|clauses|gaps] [flags]

Lists what the kit judges (checks), what the document states (clauses) and what
it leaves open (gaps): id, level, and what it is about. Without a word, all.

${describe(flags)}
  -h, --help
  -v, --version`,
  async run(args) {
    const { given, words } = readArguments(flags, args, { most: 1 })
    const [word] = words
    if (word !== undefined && !Object.hasOwn(lists, word))
      throw new UsageError(`There is no list of "${word}"; there is ${Object.keys(lists).join(', ')}.`)
    const wanted = Object.entries(lists).filter(([name]) => word === undefined || name === word)
    process.stdout.write(given.json ? inJson(wanted, word) : inWords(wanted, word))
    return 0
  },
}

type Wanted = readonly (readonly [name: string, rows: () => Row[]])[]

function inJson(wanted: Wanted, word: string | undefined): string {
  const all = Object.fromEntries(wanted.map(([name, rows]) => [name, rows()]))
  return `${JSON.stringify(word === undefined ? all : all[word], null, 2)}\n`
}

const inWords = (wanted: Wanted, word: string | undefined): string =>
  wanted
    .map(([name, rows]) => {
      const text = table(rows().map(({ id, level, title }) => [id, level, title]))
      return word === undefined ? `${name}\n\n${text}` : text
    })
    .join('\n')
