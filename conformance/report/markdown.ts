import type { Result } from '../judge/outcome.ts'
import type { Run } from '../run.ts'
import { bySection, type Cause, causes, ofStatus, skipsByReason } from './by-section.ts'
import { type Fact, factsOf } from './facts.ts'
import { observedInWords, seenAndUnseen } from './observed.ts'
import { oneLine, printable, shortened } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import {
  countsInWords,
  effort,
  notSelectedInWords,
  plural,
  serverErrorLines,
  serverErrorsTitle,
  statuses,
  statusWords,
  summaryOf,
  tellsFields,
  verdictInWords,
} from './summary.ts'

/**
 * The maximum number of failures with all facts, so that the report stays below one mebibyte, the maximum size of a
 * summary of a CI job.
 */
const mostFailures = 50

const longestFact = 4000

/** The report for the summary page of a CI job. */
export const markdown: Reporter = (run, about) => {
  const { verdict, results, target } = run
  const counts = results.length > 0 ? [countsInWords(results), effort(run)] : []
  const notSelected = notSelectedInWords(run)
  const parts = [
    `# nestbox: ${verdict}`,
    `${verdictInWords(run)} ${code(target)}: ${[...counts, `kit ${about.version}`].join('; ')}.`,
    ...list('Known deviations that excuse nothing any more', run.stale.map(escaped)),
    ...list('The target', run.targetProblems.map(escaped)),
    ...failures(run, about),
    ...sectionTable(run),
    ...messages('Warnings', ofStatus(results, 'warn')),
    ...messages('Known deviations', ofStatus(results, 'known')),
    ...list('Not judged, and why', skipsByReason(results).map(byMessage)),
    ...(notSelected === undefined ? [] : [escaped(notSelected)]),
    ...gaps(run),
    ...fields(run, about),
    ...list(serverErrorsTitle, serverErrorLines(run).map(escaped)),
    ...list('Left behind', run.ledger.map(escaped)),
  ]
  return `${parts.join('\n\n')}\n`
}

function failures({ results }: Run, about: About): string[] {
  const all = causes(results)
  if (all.length === 0) return []
  const rest = all
    .slice(mostFailures)
    .flatMap(({ result, others }) => [result, ...others].map(({ id }) => id))
  return [
    '## Failed',
    ...all.slice(0, mostFailures).map((cause) => failure(cause, about)),
    ...(rest.length > 0 ? [`And ${rest.length} more: ${rest.map(code).join(', ')}`] : []),
  ]
}

function failure({ result, others }: Cause, about: About): string {
  const facts = factsOf(result, about, others)
  const words = facts.filter(({ kind }) => kind !== 'command')
  const commands = facts.filter(({ kind }) => kind === 'command')
  return [
    `### ${code(result.id)} ${result.title}`,
    words.map(factLine).join('\n'),
    fenced(commands.map(({ text }) => text).join('\n')),
  ].join('\n\n')
}

function factLine({ label, text, kind }: Fact): string {
  const whole = shortened(text, longestFact)
  const isBlock = kind === 'data' && whole.includes('\n')
  if (isBlock) return `- **${label}**\n\n${fenced(whole).replace(/^/gm, '  ')}\n`
  // Text of the kit is Markdown already: it marks code with backticks.
  const inWords = kind === 'words' ? whole.split('\n').join('<br>') : code(whole)
  return `- **${label}** ${label === 'Finding' || label === 'Also' ? prose(whole) : inWords}`
}

function sectionTable({ results }: Run): string[] {
  if (results.length === 0) return []
  const total = summaryOf(results)
  const shown = statuses.filter((status) => status === 'pass' || total[status] > 0)
  const table = [
    '## Sections',
    '',
    row(['Section', ...shown.map((status) => statusWords[status])]),
    row(['---', ...shown.map(() => '---:')]),
    ...bySection(results).map(({ section, title, results }) => {
      const summary = summaryOf(results)
      return row([`${section} ${escaped(title)}`, ...shown.map((status) => summary[status] || '')])
    }),
  ]
  return [table.join('\n')]
}

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const messages = (title: string, results: readonly Result[]): string[] =>
  list(
    title,
    results.map(({ id, message = '' }) => `${code(id)} ${escaped(message)}`),
  )

const byMessage = ([message, ids]: readonly [string, readonly string[]]): string =>
  `${escaped(shortened(message, longestFact))} (${ids.length}): ${ids.map(code).join(', ')}`

const list = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`## ${title}`, items.map((item) => `- ${item}`).join('\n')] : []

function gaps({ gaps }: Run): string[] {
  if (gaps.length === 0) return []
  const { seen, unseen } = seenAndUnseen(gaps)
  const rows = seen.map((each) =>
    row([code(each.id), escaped(each.title), code(each.observed), escaped(observedInWords(each))]),
  )
  const table = [
    row(['Gap', 'Question', 'Observed', 'In words']),
    row(['---', '---', '---', '---']),
    ...rows,
  ].join('\n')
  const rest = unseen.length > 0 ? [`Not seen: ${unseen.map(code).join(', ')}`] : []
  return folded(`What it does where the document is silent: ${plural(seen.length, 'gap')} seen`, [
    table,
    ...rest,
  ])
}

function fields(run: Run, about: About): string[] {
  if (!tellsFields(run, about)) return []
  const { known, seen, never } = run.fields
  const line = `Fields seen: ${seen} of ${known}`
  return never.length > 0 ? folded(line, [`Never: ${never.map(code).join(', ')}`]) : [line]
}

const folded = (title: string, parts: readonly string[]): string[] => [
  `<details><summary>${title}</summary>`,
  ...parts,
  '</details>',
]

/** Text of a server with all Markdown syntax escaped. */
const escaped = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_{}[\]()#+!~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Text in which backticks mark code, as in the text of a finding. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : escaped(part)))
    .join('')

/** Inline code; its fence is longer than any run of backticks in it. */
function code(text: string): string {
  const line = oneLine(text) || ' '
  const fence = '`'.repeat(longestRun(line) + 1)
  const space = fence.length > 1 ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

function fenced(text: string): string {
  const clean = printable(text)
  const fence = '`'.repeat(Math.max(3, longestRun(clean) + 1))
  return `${fence}\n${clean}\n${fence}`
}

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
