import { stripVTControlCharacters, styleText } from 'node:util'
import { plural } from '../../src/contract/checking/words.ts'
import type { Status } from '../judge/outcome.ts'
import { exitCodes } from '../judge/verdict.ts'
import type { Run } from '../run-result.ts'
import { type Block, documentOf, type Item, type Line, type Part, type Table } from './document.ts'
import { type Fact, factsOf } from './facts.ts'
import { aligned, oneLine, printable, wrapped } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import { type Cause, countsInWords, effort, looks } from './summary.ts'

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** The caller knows whether the terminal supports colours, so `styleText` does not check the stream. */
const paint = (colour: Colour, words: string): string => styleText(colour, words, { validateStream: false })

/** The width of prose in columns; data and commands are not wrapped, so that they can be copied. */
const width = 80

/** The report for a terminal: failures, the ledger and the verdict come last, next to the prompt. */
export const text: Reporter = (run, about) => {
  const { heading, face, sentence, parts } = documentOf(run, about)
  const shown = parts
    .filter(({ brief }) => brief?.length !== 0)
    .toSorted((one, other) => rank(one) - rank(other))
  const paragraphs = [
    `${paint('bold', `nestbox ${about.version}`)}  ${head(run, about)}`,
    ...shown.map((part) => part.brief?.map(oneLine).join('\n') ?? inLines(part, about)),
    tail(run, about, paint(looks[face].colour, heading), sentence),
  ]
  const whole = `${paragraphs.join('\n\n')}\n`
  return about.colour ? whole : stripVTControlCharacters(whole)
}

const rank = ({ isLast = false }: Part): number => Number(isLast)

/** The server that is judged, with an explanation if it is not the server that the user named. */
function head({ target }: Run, { asked }: About): string {
  const judged = oneLine(target)
  if (asked === undefined || asked === target) return judged
  const own = oneLine(asked)
  if (!target.startsWith(`${asked}/~`)) return `${judged}, as the target file of ${own} says`
  return (
    `${judged}, a sandbox of ${own}, so that no other world is changed\n` +
    `To check another sandbox, name it: ${own}/~name. To check a world itself, give its URL with --target.`
  )
}

function tail(run: Run, { exitCode }: About, heading: string, sentence: string): string {
  const { verdict, results } = run
  const counts = `${plural(results.length, 'check')}: ${countsInWords(results)}; ${effort(run)}`
  return [
    ...(results.length > 0 ? [counts] : []),
    `${paint('bold', heading)} (exit code ${exitCode ?? exitCodes[verdict]}): ${oneLine(sentence)}`,
  ].join('\n')
}

const inLines = ({ title, blocks }: Part, about: About): string =>
  [paint('bold', title), ...blocks.flatMap((block) => blockLines(block, about))].join('\n')

function blockLines(block: Block, about: About): string[] {
  if ('words' in block) return wrapped(plain(block.words), width - 2).map((each) => paint('dim', `  ${each}`))
  if ('list' in block) return block.list.flatMap(itemLines)
  if ('table' in block) return block.table.isNarrow ? narrowTable(block.table) : wideTable(block.table)
  return block.findings.flatMap((cause) => ['', ...findingLines(cause, about)])
}

const marked = (status: Status): string => paint(looks[status].colour, looks[status].mark)

const plain = (line: Line): string =>
  oneLine(
    line.map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : part.prose)).join(''),
  )

function itemLines({ line, more = [], status }: Item): string[] {
  const mark = status === undefined ? '' : `${marked(status)} `
  const [first = '', ...rest] = wrapped(plain(line), width - 4)
  return [
    `  ${mark}${first}`,
    ...rest.map((each) => `  ${mark && '  '}${each}`),
    ...(more.length === 0
      ? []
      : wrapped(plain(more), width - 6).map((each) => paint('dim', `      ${each}`))),
  ]
}

/** A table with a column of words and columns of numbers or marks. */
function narrowTable({ head, rows }: Table): string[] {
  const lines = aligned([head, ...rows.map((row) => row.map(plain))], 'padStart')
  return lines.map((line, index) => (index === 0 ? paint('dim', `  ${line}`) : `  ${line}`))
}

/** A table whose last column is prose, which has lines of its own. */
const wideTable = ({ rows }: Table): string[] =>
  rows.flatMap((row) => {
    const [first = '', ...others] = row.slice(0, -1).map(plain)
    return [
      `  ${[first, ...others.map((each) => paint('cyan', each))].join('  ')}`,
      ...wrapped(plain(row.at(-1) ?? []), width - 6).map((each) => `      ${each}`),
    ]
  })

function findingLines({ result, others }: Cause, about: About): string[] {
  const { id, title, status } = result
  return [
    `${marked(status)} ${paint('bold', id)}  ${oneLine(title)}`,
    ...factsOf(result, about, others).flatMap(factLines),
  ]
}

function factLines({ label, text, kind }: Fact): string[] {
  const indent = 16
  const lines = printable(text).split('\n')
  const all = kind === 'words' ? lines.flatMap((each) => wrapped(each, width - indent)) : lines
  return all.map((each, index) => {
    const head = index === 0 ? label : ''
    return `    ${paint('dim', head.padEnd(indent - 4))}${kind === 'command' ? paint('cyan', each) : each}`
  })
}
