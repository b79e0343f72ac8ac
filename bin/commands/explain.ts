import type { Check } from '../../conformance/checks/check.ts'
import { checks } from '../../conformance/checks/index.ts'
import {
  type Clause,
  clauses,
  type Gap,
  type GapId,
  gaps,
  kindOf,
  type Level,
  sections,
} from '../../src/contract/index.ts'
import { near } from '../check/near.ts'
import type { Command } from '../command.ts'
import { readArguments } from '../flags.ts'
import { UsageError } from '../usage-error.ts'

export const explain: Command = {
  summary: 'Explain a section, a check, a clause or a gap',
  help: () => `Usage: nestbox explain <id>

Explains a section (4.7), a check (4.7/per-page-maximum), a clause
(4.7#per-page-maximum) or a gap (page.over-maximum): what it says, how it is
judged, what is let be.

  -h, --help
  -v, --version`,
  async run(args) {
    const { words } = readArguments({}, args, { most: 1 })
    const [id] = words
    if (id === undefined) throw new UsageError('An id is missing, such as 4.7/per-page-maximum; see --help.')
    process.stdout.write(`${explained(id).join('\n')}\n`)
    return 0
  },
}

function explained(id: string): string[] {
  const check = checks.find((each) => each.id === id)
  if (check) return ofCheck(check)
  const clause = clauses.find((each) => each.id === id)
  if (clause) return ofClause(clause)
  const gap = Object.entries<Gap>(gaps).find(([each]) => each === id)
  if (gap) return ofGap(...gap)
  if (sections.some(([number]) => number === id)) return ofSection(id)
  const ids = [checks, clauses].flatMap((all) => all.map((each) => each.id)).concat(Object.keys(gaps))
  const like = near(id, ids)
  throw new UsageError(
    `Nothing has the id "${id}"; ${like.length > 0 ? `did you mean ${like.join(' or ')}?` : 'see `nestbox list`.'}`,
  )
}

function ofSection(number: string): string[] {
  const own = Object.entries<Gap>(gaps).filter(([, { section }]) => section === number)
  return [
    titleOf(number),
    '',
    ...clauses.filter(({ section }) => section === number).map((clause) => fact('clause', inWords(clause))),
    ...checks
      .filter(({ section }) => section === number)
      .map(({ id, title }) => fact('check', `${id}: ${title}`)),
    ...own.map(([id, { question }]) => fact('gap', `${id}: ${question}`)),
  ]
}

function ofCheck({ id, section, clauses: ids, level, title, ignored }: Check): string[] {
  return [
    `${id}: ${title}`,
    '',
    fact('section', titleOf(section)),
    fact('level', levels[level]),
    ...clauses.filter((clause) => ids.includes(clause.id)).map((clause) => fact('clause', inWords(clause))),
    fact('let be', ignored ?? 'nothing in particular; only what a clause says can fail a server'),
    fact('unjudged', 'skipped with its reason, never passed, where the server shows too little'),
    '',
    fact('run it', `nestbox check <base-url> --only ${id}`),
  ]
}

function ofClause(clause: Clause): string[] {
  const judges = checks.filter((check) => check.clauses.includes(clause.id))
  return [
    inWords(clause),
    '',
    fact('section', titleOf(clause.section)),
    fact('level', levels[clause.level]),
    ...judges.map(({ id, title }) => fact('judged by', `${id}: ${title}`)),
    ...[...new Set(judges.map(({ ignored }) => ignored))]
      .filter((ignored) => ignored !== undefined)
      .map((ignored) => fact('let be', ignored)),
  ]
}

function ofGap(id: string, { section, question, choices, panel }: Gap): string[] {
  // The first one is what the mock does unless it is told otherwise.
  const notes = (choice: string, index: number): string =>
    [index === 0 && 'the default', choice === (panel ?? choices[0]?.[0]) && 'as the panel has it']
      .filter((note) => note !== false)
      .join(', ')
  return [
    `${id}: ${question}`,
    '',
    fact('section', titleOf(section)),
    fact('judged', 'never; the kit reports what it saw'),
    ...choices.map(([choice, text], index) => {
      const more = notes(choice, index)
      return fact('choice', `${choice}: ${text}${more && ` (${more})`}`)
    }),
    ...(kindOf(id as GapId) === 'silent'
      ? [fact('choices', 'none: nothing that a client sees tells')]
      : ['', fact('set it', `nestbox --gap ${id}=${choices.at(-1)?.[0]}`)]),
  ]
}

const levels: Readonly<Record<Level, string>> = {
  stated: 'stated: the document says it outright',
  inferred: 'inferred: it follows by plain reading; a failure is a warning under --level stated',
}

const inWords = ({ id, text }: Clause): string => `${id}: ${text}`

/** The section with its title; an item of a section, such as 2.1.5, goes by the section. */
function titleOf(section: string): string {
  const title = sections.find(
    ([id]) => id === section || (section.startsWith(`${id}.`) && id.includes('.')),
  )?.[1]
  return title === undefined ? section : `${section} ${title}`
}

const fact = (label: string, text: string): string => `  ${label.padEnd(9)}  ${text}`
