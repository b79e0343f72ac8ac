import { checks } from '../../conformance/checks/index.ts'
import { allOperations } from '../../src/contract/companions.ts'
import { clauses, companions, deviations, gaps, isSettable, operations } from '../../src/contract/index.ts'
import { mapValues } from '../../src/contract/objects.ts'
import { listFlags } from '../check/flags.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import { print, table, unknownWord } from '../terminal.ts'
import text from './list.txt?raw'

/** The three columns of the text. The JSON has more fields. */
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
      ...{ id, section, level: isSettable(id) ? 'settable' : 'silent', title: question },
      choices: choices.map(([choice]) => choice),
    })),
  operations: () =>
    Object.values(allOperations).map(({ id, section, method, path, summary }) => ({
      ...{ id, section, method, path },
      level: id in operations ? 'document' : id in companions ? 'companion' : 'panel',
      title: `${method} ${path}: ${summary}`,
    })),
  deviations: () =>
    Object.entries(deviations).map(([id, { breaks, text, seenIn, isOfPanel }]) => ({
      ...{ id, level: isOfPanel ? 'panel' : 'single', title: text },
      ...{ breaks, seenIn },
    })),
}

export const list: Command = {
  summary: 'List the checks, clauses, gaps, operations and deviations',
  help: () => helpFor(text, listFlags),
  async run(args) {
    const { values, positionals } = readArguments(listFlags, validateFlags, args, { most: 1 })
    const [name] = positionals
    if (name !== undefined && !Object.hasOwn(lists, name)) throw unknownWord('list', name, Object.keys(lists))
    const all = mapValues(lists, (rows) => rows())
    const texts = Object.entries(all).map(([each, rows]) => `${each}\n\n${inColumns(rows)}`)
    const text = name === undefined ? texts.join('\n') : inColumns(all[name])
    await print(values.json ? `${JSON.stringify(name === undefined ? all : all[name], null, 2)}\n` : text)
    return 0
  },
}

const inColumns = (rows: readonly Row[] = []): string =>
  table(rows.map(({ id, level, title }) => [id, level, title]))
