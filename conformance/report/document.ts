import { plural } from '../../src/contract/checking/words.ts'
import { gaps as allGaps, type GapId, operations } from '../../src/contract/index.ts'
import { tokenVariables } from '../client/credentials.ts'
import { kebab } from '../judge/access.ts'
import type { Observation, Result, Status } from '../judge/outcome.ts'
import { inShort, receptionOf } from '../judge/reception.ts'
import type { Run } from '../run-result.ts'
import type { About } from './reporter.ts'
import {
  type ByMessage,
  byMessage,
  bySection,
  type Cause,
  causes,
  exploredInWords,
  grouped,
  looks,
  notSelectedByReason,
  ofStatus,
  serverErrorLines,
  skipsByRemedy,
  statuses,
  summaryOf,
  verdictInWords,
} from './summary.ts'

/** Text as it is, which may come from a server; an id; or text of the kit, in which backticks mark code. */
type Inline = string | { readonly code: string } | { readonly prose: string }
export type Line = readonly Inline[]

/** An entry of a list, with a second line that says more. */
export interface Item {
  readonly line: Line
  readonly more?: Line
  /** The status that a mark in front of the entry shows. */
  readonly status?: Status
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Line[])[]
  /** Whether all columns but the first are short, such as numbers. */
  readonly isNarrow?: boolean
}

export type Block =
  | { readonly words: Line }
  | { readonly list: readonly Item[] }
  | { readonly table: Table }
  | { readonly findings: readonly Cause[] }

/** A part of a report with a heading. */
export interface Part {
  readonly name: 'remark' | 'failed' | 'sections' | 'access' | 'results' | 'gaps' | 'fields'
  readonly title: string
  readonly blocks: readonly Block[]
  /** Whether a report for a terminal has it at its end, next to the prompt. */
  readonly isLast?: boolean
  /** The lines of a short report instead. */
  readonly brief?: readonly string[]
}

const part = (
  name: Part['name'],
  title: string,
  blocks: readonly Block[],
  more: Partial<Part> = {},
): Part => ({ name, title, blocks, ...more })

/** A block of words, if there are any. */
const said = (...words: Line): readonly Block[] => (words.length === 0 ? [] : [{ words }])

/** The heading of each verdict, and the status whose colour it has. */
const verdicts: Readonly<Record<Run['verdict'], readonly [heading: string, face: Status]>> = {
  conforms: ['Conforms', 'pass'],
  nonconforming: ['Does not conform', 'fail'],
  incomplete: ['Incomplete', 'warn'],
  unreachable: ['Unreachable', 'fail'],
  error: ['Error of the kit', 'error'],
}

/** A report, for every form in which it is written. */
export type Document = ReturnType<typeof documentOf>

export function documentOf(run: Run, about: About) {
  const { results } = run
  const list = (title: string, entries: readonly string[], status?: Status, isLast = false): Part => {
    const items = entries.map((entry) => ({ line: [entry], ...(status && { status }) }))
    return part('remark', title, [{ list: items }], { isLast })
  }
  const parts: readonly (Part | undefined)[] = [
    list('Known deviations to delete, as they excuse no failure any more', run.stale, 'fail'),
    list('The target', run.targetProblems, 'warn', true),
    nobodyLetIn(run),
    failed(run),
    sectionCounts(run),
    access(run, about),
    part('results', 'Warnings', [messageList(ofStatus(results, 'warn'))]),
    known(run, about),
    skipped(run, about),
    part('remark', 'Not selected', [reasonList(notSelectedByReason(run), about)]),
    observed(run, about),
    fields(run, about),
    explored(run, about),
    list('Responses with a server error (observed, never judged)', serverErrorLines(run)),
    list('Left behind', run.ledger, undefined, true),
  ]
  const [heading, face] = verdicts[run.verdict]
  return {
    heading: heading + (run.verdict === 'conforms' && run.leftOut ? ' in part' : ''),
    face,
    sentence: verdictInWords(run),
    parts: parts.filter((part): part is Part => part?.blocks.some(isFilled) ?? false),
  }
}

const isFilled = (block: Block): boolean =>
  'words' in block ||
  ('list' in block ? block.list : 'table' in block ? block.table.rows : block.findings).length > 0

/** If no request was granted, the first response is reported with a question about the target. */
function nobodyLetIn({ exchanges }: Run): Part | undefined {
  // A server that responds with 429 has not checked the token.
  const first = exchanges.find(({ reply }) => reply?.status !== 429)
  if (!first || exchanges.some(({ ask, reply }) => receptionOf(ask, reply) === 'granted')) return undefined
  const { ask, reply, failure } = first
  const met = reply ? `was answered with ${inShort(reply)}` : `got no response: ${failure}`
  const isNowhere = !exchanges.some((each) => each.reply && each.reply.status !== 404)
  const url = isNowhere ? ', to which the kit appends `/api`,' : ''
  const question = reply ? `Are the base URL${url} and the tokens right?` : 'Is the base URL right?'
  const words = [`The first, ${ask.method} ${ask.path}, ${met}. ${question}`]
  return part('remark', 'No request was granted', [{ words }], { isLast: true })
}

function failed({ results }: Run): Part {
  const commands = ofStatus(results, 'fail').flatMap(({ curl }) => curl ?? [])
  const used = Object.entries(tokenVariables).filter(([, name]) =>
    commands.some((command) => command.includes(`$${name}`)),
  )
  const tokens = used.map(([token, name]) => `\`$${name}\` is \`tokens.${token}\``).join(', ')
  const words = used.length === 0 ? [] : [{ prose: `In the commands, ${tokens} of the target.` }]
  return part('failed', 'Failed', [...said(...words), { findings: causes(results) }], { isLast: true })
}

function sectionCounts({ results }: Run): Part {
  const total = summaryOf(results)
  const shown = statuses.filter((status) => status === 'pass' || total[status] > 0)
  const rows = bySection(results).map(({ section, title, results }) => {
    const summary = summaryOf(results)
    return [[`${section} ${title}`], ...shown.map((status) => [String(summary[status] || '')])]
  })
  const head = ['Section', ...shown.map((status) => looks[status].word)]
  return part('sections', 'Sections', [{ table: { head, rows, isNarrow: true } }])
}

/** The results of section 5 as a table of credentials and operations. */
function access({ results }: Run, { verbose }: About): Part {
  const cells = results.flatMap(({ id, status }) => {
    const [, name = '', rule] = /^5\/([a-z-]+?)-((?:takes|refuses)-[a-z-]+)$/.exec(id) ?? []
    return rule !== undefined && columns.has(name) ? [{ name, rule, mark: looks[status].mark }] : []
  })
  const rows = grouped(cells, ({ rule }) => rule.replaceAll('-', ' ')).map(([row, own]): Line[] => [
    [row],
    ...[...columns.keys()].map((column): Line => [own.find(({ name }) => name === column)?.mark ?? '']),
  ])
  const table = { head: ['Section 5', ...columns.values()], rows, isNarrow: true }
  return part('access', 'Tokens by operation', [{ table }], verbose ? {} : { brief: [] })
}

/** The section of each operation, by the name of the operation in ids of checks. */
const columns: ReadonlyMap<string, string> = new Map(
  Object.values(operations).map(({ id, section }) => [kebab(id), section]),
)

/** Results, each with its message. */
const messageList = (results: readonly Result[]): Block => ({
  list: results.map(({ id, title, status, message = '' }) => ({
    status,
    line: [{ code: id }, ' ', { prose: title }],
    more: [{ prose: message }],
  })),
})

/** The known deviations, and the checks that these leave nothing to judge, by reason. */
function known({ results }: Run, about: About): Part {
  const all = ofStatus(results, 'known')
  const own = all.filter(({ needs }) => needs === undefined)
  const others = byMessage(all.filter(({ needs }) => needs !== undefined))
  return part('results', 'Known deviations', [messageList(own), reasonList(others, about)])
}

/** The maximum number of ids that are listed for one reason; more of them are counted by section. */
const mostIds = 12

const isBrief = (ids: readonly string[], { verbose = false }: About): boolean =>
  !verbose && ids.length > mostIds

/** Reasons, each with the number and the ids of its checks. */
const reasonList = (reasons: ByMessage, about: About): Block => ({
  list: reasons.map(([reason, ids]) => ({
    line: [{ prose: reason }, ` (${ids.length})`],
    more: isBrief(ids, about) ? [perSection(ids)] : codes(ids),
  })),
})

/** The reasons of skipped checks, each with the ids of its checks. */
function skipped({ results }: Run, about: About): Part {
  const groups = skipsByRemedy(results)
  const blocks = groups.flatMap(([remedy, reasons]): Block[] => [
    reasonList(reasons, about),
    ...(remedy === undefined ? [] : [{ words: [{ prose: `What would show these: ${remedy}.` }] }]),
  ])
  const isAnyBrief = groups.some(([, reasons]) => reasons.some(([, ids]) => isBrief(ids, about)))
  const words = isAnyBrief ? [{ prose: '`--verbose` lists the ids.' }] : []
  return part('results', 'Not judged, and why', [...blocks, ...said(...words)])
}

/** The number of ids in each section, such as `4.2/... (5)`. */
function perSection(ids: readonly string[]): string {
  return grouped(ids, (id) => id.slice(0, id.indexOf('/')))
    .map(([section, own]) => `${section}/... (${own.length})`)
    .join(', ')
}

const codes = (ids: readonly string[]): Line =>
  ids.flatMap((code, at): Inline[] => (at === 0 ? [{ code }] : [', ', { code }]))

function observed(run: Run, { showGaps, verbose }: About): Part {
  const seen = run.gaps.filter(({ observed }) => observed !== 'unseen')
  const unseen = run.gaps.filter(({ observed }) => observed === 'unseen').map(({ id }) => id)
  const rows = seen.map((each): Line[] => [
    [{ code: each.id }],
    [{ code: each.observed }],
    [{ prose: `${each.title} ${observedInWords(each)}` }],
  ])
  const table = { head: ['Gap', 'Observed', 'In words'], rows }
  const words = unseen.length === 0 ? [] : ['Not seen: ', ...codes(unseen)]
  const count = `${plural(seen.length, 'gap')} observed of ${run.gaps.length}`
  const brief = `${count}, never judged; --show-gaps lists them.`
  const title = 'What it does where the document is silent (never judged)'
  return part('gaps', title, [{ table }, ...said(...words)], showGaps || verbose ? {} : { brief: [brief] })
}

/** The coverage of an exploration: for each operation, the number of requests of each sort, and how many there are. */
function explored(run: Run, { verbose }: About): Part | undefined {
  const { exploration } = run
  const words = exploredInWords(run)
  if (!exploration || words === undefined) return undefined
  const { notes, coverage } = exploration
  const dimensions = ['subjects', 'credentials', 'spellings', 'bodies', 'values', 'sizes'] as const
  const rows = coverage.map((row): Line[] => [
    [{ code: row.operation }],
    [String(row.requests)],
    ...dimensions.map((name): Line => [row[name].of === 0 ? '' : `${row[name].tried} of ${row[name].of}`]),
  ])
  const list = notes.map((note) => ({ line: [note] }))
  const table = { head: ['Operation', 'requests', ...dimensions], rows, isNarrow: true }
  const brief = [words, ...notes.map((note) => `- ${note}`)]
  return part('remark', 'Explored', [{ words: [words] }, { list }, { table }], verbose ? {} : { brief })
}

/** An observation in words: the observed choice in the words of the contract, and the detail; of a sample, the detail. */
function observedInWords({ id, observed, detail, isSample }: Observation): string {
  if (isSample && detail !== undefined) return detail
  const choices: readonly (readonly [string, string])[] = allGaps[id as GapId]?.choices ?? []
  const [, words] = choices.find(([choice]) => choice === observed) ?? []
  return words !== undefined && detail !== undefined ? `${words} (${detail})` : (words ?? detail ?? '')
}

/** The fields that were seen, if there are any and all checks were selected. */
function fields({ fields: { known, seen, never } }: Run, { isSelection, verbose }: About): Part | undefined {
  if (known === 0 || isSelection) return undefined
  const title = `Fields seen: ${seen} of ${known}`
  const more = never.length > 0 && !verbose ? '; --verbose names the others.' : ''
  const words = never.length === 0 ? [] : ['Never: ', ...codes(never)]
  return part(
    'fields',
    title,
    [{ words }],
    more !== '' || never.length === 0 ? { brief: [title + more] } : {},
  )
}
