import type { Check } from '../../conformance/checks/check.ts'
import { checks } from '../../conformance/checks/index.ts'
import { usual } from '../../conformance/checks/usual-causes.ts'
import { plans } from '../../conformance/judge/operations/index.ts'
import { similar } from '../../src/contract/checking/similar.ts'
import {
  type Clause,
  clauses,
  type Deviation,
  deviations,
  type Gap,
  gaps,
  isSettable,
  type Level,
  operations,
  sections,
} from '../../src/contract/index.ts'
import { validateFlags } from '../check/validate-flags.ts'
import { type Command, helpFor, readArguments } from '../flags.ts'
import { print, UsageError } from '../terminal.ts'
import text from './explain.txt?raw'

export const explain: Command = {
  summary: 'Explain a section, a check, a clause, a gap or a deviation',
  help: () => helpFor(text, {}),
  async run(args) {
    const { positionals } = readArguments({}, validateFlags, args, { most: 1 })
    const [id] = positionals
    if (id === undefined)
      throw new UsageError(
        'An id is missing: a section (4.7), a check (4.7/per-page-maximum), a clause (4.7#per-page-maximum), a gap (page.over-maximum) or a deviation (tags-without-meta); `nestbox list` shows them.',
      )
    await print(`${explained(id).join('\n')}\n`)
    return 0
  },
}

function explained(id: string): string[] {
  const all = new Map<string, () => string[]>([
    ...checks.map((check) => [check.id, () => ofCheck(check)] as const),
    ...clauses.map((clause) => [clause.id, () => ofClause(clause)] as const),
    ...Object.entries<Gap>(gaps).map(([each, gap]) => [each, () => ofGap(each, gap)] as const),
    ...Object.entries<Deviation>(deviations).map(
      ([each, of]) => [each, () => ofDeviation(each, of)] as const,
    ),
  ])
  const explain = all.get(id)
  if (explain) return explain()
  if (sections.some(([number]) => number === id)) return ofSection(id)
  const like = similar(id, [...all.keys()])
  throw new UsageError(
    `Unknown id "${id}"; ${like.length > 0 ? `did you mean ${like.join(' or ')}?` : 'see `nestbox list`.'}`,
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
  const operation = Object.values(operations).find((each) => each.section === section)
  const pin = operation && plans[operation.id].key
  return [
    `${id}: ${title}`,
    '',
    fact('section', titleOf(section)),
    fact('level', levels[level]),
    ...clauses.filter((clause) => ids.includes(clause.id)).map((clause) => fact('clause', inWords(clause))),
    fact('judged', `the kit ${usual(id).done}`),
    fact('ignored', ignored ?? 'everything that the clauses do not state'),
    fact('causes', `of a failure, usually: ${usual(id).cause}`),
    fact('skipped', 'with a reason, where the responses of the server do not suffice to judge'),
    '',
    fact('run it', `npx nestbox check --target <file> --only ${id}`),
    ...(pin === undefined
      ? []
      : [fact('pin', `values that suit the server, with \`${pin}\` of the target file`)]),
    fact('excuse it', `{ "id": "${id}", "reason": "..." } in a list in a file, with --known <file>`),
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
      .map((ignored) => fact('ignored', ignored)),
    ...Object.entries<Deviation>(deviations)
      .filter(([, { breaks }]) => breaks.includes(clause.id))
      .map(([id, { text }]) => fact('deviation', `${id}: ${text}`)),
  ]
}

function ofDeviation(id: string, { breaks, text, seenIn, isOfPanel }: Deviation): string[] {
  const judges = checks.filter((check) => check.clauses.some((clause) => breaks.includes(clause)))
  return [
    `${id}: ${text}`,
    '',
    ...clauses
      .filter((clause) => breaks.includes(clause.id))
      .map((clause) => fact('breaks', inWords(clause))),
    fact('seen in', seenIn),
    ...judges.map((check) => fact('judged by', `${check.id}: ${check.title}`)),
    '',
    fact('set it', `npx nestbox --deviate ${id}`),
    ...(isOfPanel
      ? [fact('or', 'npx nestbox --deviate panel, which sets all deviations of the real panel')]
      : []),
  ]
}

function ofGap(id: string, { section, question, choices, panel }: Gap): string[] {
  // The first choice is the default of the mock.
  const notes = (choice: string, index: number): string =>
    [index === 0 && 'the default', choice === (panel ?? choices[0]?.[0]) && 'the choice of the real panel']
      .filter((note) => note !== false)
      .join(', ')
  return [
    `${id}: ${question}`,
    '',
    fact('section', titleOf(section)),
    fact('judged', 'never; the kit reports what it observes'),
    ...choices.map(([choice, text], index) => {
      const more = notes(choice, index)
      return fact('choice', `${choice}: ${text}${more && ` (${more})`}`)
    }),
    ...(!isSettable(id)
      ? [fact('choices', 'none; clients cannot observe it')]
      : ['', fact('set it', `npx nestbox --gap ${id}=${choices.at(-1)?.[0]}`)]),
  ]
}

const levels: Readonly<Record<Level, string>> = {
  stated: 'stated: the document says so',
  inferred: 'inferred: it follows from what the document says; with --level stated, a failure is a warning',
}

const inWords = ({ id, text }: Clause): string => `${id}: ${text}`

/** The number and title of a section; an item of a section, such as 2.1.5, has the title of its section. */
function titleOf(section: string): string {
  const title = sections.find(
    ([id]) => id === section || (section.startsWith(`${id}.`) && id.includes('.')),
  )?.[1]
  return title === undefined ? section : `${section} ${title}`
}

const fact = (label: string, text: string): string => `  ${label.padEnd(9)}  ${text}`
