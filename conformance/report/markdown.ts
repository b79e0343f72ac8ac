import { type Block, documentOf, type Item, type Line, type Part } from './document.ts'
import { type Fact, factsOf } from './facts.ts'
import { oneLine, printable, shortened } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import { type Cause, countsInWords, effort, looks } from './summary.ts'

/**
 * The maximum number of failures with all facts, so that the report stays below one mebibyte, the maximum size of a
 * summary of a CI job.
 */
const mostFailures = 50

const longestFact = 4000

/** The report for the summary page of a CI job. */
export const markdown: Reporter = (run, about) => {
  const { results, target } = run
  const { heading, sentence, parts } = documentOf(run, about)
  const counts = results.length > 0 ? [countsInWords(results), effort(run)] : []
  return `${[
    `# ${heading}`,
    `${prose(sentence)} ${code(target)}: ${[...counts, `nestbox ${about.version}`].join('; ')}.`,
    ...parts.flatMap((part) => partLines(part, about)),
  ].join('\n\n')}\n`
}

function partLines({ name, title, blocks }: Part, about: About): string[] {
  const inside = blocks.flatMap((block) => blockLines(block, about)).filter((each) => each !== '')
  // Long parts without a failure are folded.
  return name === 'access' || name === 'gaps' || name === 'fields'
    ? inside.length === 0
      ? [title]
      : [`<details><summary>${title}</summary>`, ...inside, '</details>']
    : [`## ${title}`, ...inside]
}

function blockLines(block: Block, about: About): string[] {
  if ('words' in block) return [inline(block.words)]
  if ('list' in block) return [block.list.map(item).join('\n')]
  if ('findings' in block) return findings(block.findings, about)
  const { head, rows, isNarrow } = block.table
  const rule = head.map((_, at) => (isNarrow && at > 0 ? '---:' : '---'))
  return [[row(head), row(rule), ...rows.map((cells) => row(cells.map(inline)))].join('\n')]
}

const item = ({ line, more, status }: Item): string =>
  `- ${status === undefined ? '' : `${escaped(looks[status].mark)} `}${inline(line)}${more ? `: ${inline(more)}` : ''}`

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const inline = (line: Line): string =>
  line
    .map((part) =>
      typeof part === 'string'
        ? escaped(shortened(part, longestFact))
        : 'code' in part
          ? code(part.code)
          : prose(part.prose),
    )
    .join('')

function findings(all: readonly Cause[], about: About): string[] {
  const rest = all
    .slice(mostFailures)
    .flatMap(({ result, others }) => [result, ...others].map(({ id }) => id))
  return [
    ...all.slice(0, mostFailures).map((cause) => finding(cause, about)),
    ...(rest.length > 0 ? [`And ${rest.length} more: ${rest.map(code).join(', ')}`] : []),
  ]
}

function finding({ result, others }: Cause, about: About): string {
  const facts = factsOf(result, about, others)
  const words = facts.filter(({ kind }) => kind !== 'command')
  const commands = facts.filter(({ kind }) => kind === 'command')
  return [
    `### ${code(result.id)} ${prose(result.title)}`,
    words.map(factLine).join('\n'),
    fenced(commands.map(({ text }) => text).join('\n')),
  ].join('\n\n')
}

function factLine({ label, text, kind }: Fact): string {
  const whole = shortened(text, longestFact)
  const isBlock = kind === 'data' && whole.includes('\n')
  if (isBlock) return `- **${label}**\n\n${fenced(whole).replace(/^/gm, '  ')}\n`
  const lines = () => whole.split('\n').map(prose).join('<br>')
  return `- **${label}** ${kind === 'data' ? code(whole) : lines()}`
}

/** Text with all Markdown syntax escaped. */
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
  // No backtick keeps a pipe behind a backslash from ending the cell of a table.
  if (line.includes('\\|')) return `<code>${escaped(line)}</code>`
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
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0)
