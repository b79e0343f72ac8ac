import { styleText } from 'node:util'
import { tokenVariables } from '../client/credentials.ts'
import type { Result, Status } from '../judge/outcome.ts'
import { inShort, receptionOf } from '../judge/reception.ts'
import { exitCodes } from '../judge/verdict.ts'
import type { Run } from '../run.ts'
import { bySection, causes, ofStatus, skipsByReason } from './by-section.ts'
import { type Fact, factsOf } from './facts.ts'
import { observedInWords, seenAndUnseen } from './observed.ts'
import { oneLine, printable } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import {
  countsInWords,
  effort,
  gapsInWords,
  notSelectedInWords,
  plural,
  serverErrorLines,
  serverErrorsTitle,
  summaryOf,
  tellsFields,
  verdictInWords,
} from './summary.ts'

type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
type Paint = (colour: Colour, text: string) => string

/** The width of prose in columns; data and commands are not wrapped, so that they can be copied. */
const width = 80

const marks: Readonly<Record<Status, readonly [mark: string, colour: Colour]>> = {
  pass: ['✓', 'green'],
  fail: ['✗', 'red'],
  error: ['‼', 'red'],
  warn: ['!', 'yellow'],
  known: ['~', 'yellow'],
  skip: ['-', 'dim'],
}

/** The report for a terminal: failures, the ledger and the verdict come last, next to the prompt. */
export const text: Reporter = (run, about) => {
  // The caller knows whether the terminal supports colours, so `styleText` does not check the stream.
  const paint: Paint = (colour, words) =>
    about.colour ? styleText(colour, words, { validateStream: false }) : words
  const parts = [
    `${paint('bold', `nestbox ${about.version}`)}  ${head(run, about)}`,
    ...stale(run, paint),
    ...tree(run, paint),
    ...messages('Warnings', ofStatus(run.results, 'warn'), paint),
    ...skipped(run, about, paint),
    ...messages('Known deviations', ofStatus(run.results, 'known'), paint),
    ...notSelected(run, paint),
    ...observed(run, about, paint),
    ...fields(run, about, paint),
    ...serverErrors(run, paint),
    ...targetProblems(run, paint),
    ...nobodyLetIn(run),
    ...tokensInCommands(run),
    ...failures(run, about, paint),
    ...ledger(run, paint),
    tail(run, about, paint),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The server that is judged, with an explanation if it is not the server that the user named. */
function head({ target }: Run, { asked }: About): string {
  const judged = oneLine(target)
  if (asked === undefined || asked === target) return judged
  const own = oneLine(asked)
  if (!target.startsWith(`${asked}/~`)) return `${judged}, where the target file of ${own} says to look`
  return (
    `${judged}, a sandbox of ${own}, so that nobody's world is spoilt\n` +
    `To judge another sandbox, name it: ${own}/~name. To judge a world itself, give its URL with --target.`
  )
}

/** If no request was granted, the first response is reported with a question about the target. */
function nobodyLetIn({ exchanges }: Run): string[] {
  // A server that responds with 429 has not looked at the token.
  const first = exchanges.find(({ reply }) => reply?.status !== 429)
  if (!first || exchanges.some(({ ask, reply }) => receptionOf(ask, reply) === 'granted')) return []
  const { ask, reply, failure } = first
  const met = reply ? `was answered ${inShort(reply)}` : `got no answer: ${failure}`
  const question = reply ? 'Is the base URL right, and are the tokens?' : 'Is the base URL right?'
  const fact = oneLine(`No request was granted at all. The first, ${ask.method} ${ask.path}, ${met}.`)
  return [`${fact}\n${question}`]
}

/** The tokens of the target, with the shell variables of the commands in the report. */
function tokensInCommands({ results }: Run): string[] {
  const commands = ofStatus(results, 'fail').flatMap(({ curl }) => curl ?? [])
  const used = Object.entries(tokenVariables).filter(([, name]) =>
    commands.some((command) => command.includes(`$${name}`)),
  )
  if (used.length === 0) return []
  const list = used.map(([token, name]) => `$${name} is \`tokens.${token}\``).join(', ')
  return [wrapped(`In the commands below, ${list} of the target.`, width).join('\n')]
}

function failures({ results }: Run, about: About, paint: Paint): string[] {
  return causes(results).map(({ result, others }) =>
    [line(result, paint), ...factsOf(result, about, others).flatMap((fact) => factLines(fact, paint))].join(
      '\n',
    ),
  )
}

function factLines({ label, text, kind }: Fact, paint: Paint): string[] {
  const indent = 16
  const lines = printable(text).split('\n')
  const all = kind === 'words' ? lines.flatMap((each) => wrapped(each, width - indent)) : lines
  return all.map((each, index) => {
    const head = index === 0 ? label : ''
    return `    ${paint('dim', head.padEnd(indent - 4))}${kind === 'command' ? paint('cyan', each) : each}`
  })
}

function tree({ results }: Run, paint: Paint): string[] {
  if (results.length === 0) return []
  const groups = bySection(results)
  const names = groups.map(({ section, title }) => `${section} ${title}`)
  const longest = Math.max(0, ...names.map((name) => name.length))
  const lines = groups.flatMap(({ results }, index) => [
    `  ${(names[index] ?? '').padEnd(longest)}  ${paint(worstColour(results), countsInWords(results))}`,
    // Skipped checks are listed below, with their reasons.
    ...results
      .filter(({ status }) => status !== 'pass' && status !== 'skip')
      .map((result) => `      ${line(result, paint)}`),
  ])
  return [[heading('Sections', paint), ...lines].join('\n')]
}

function messages(title: string, results: readonly Result[], paint: Paint): string[] {
  if (results.length === 0) return []
  const lines = results.flatMap((result) => [
    `  ${line(result, paint)}`,
    ...wrapped(oneLine(result.message ?? ''), width - 6).map((each) => `      ${each}`),
  ])
  return [[heading(title, paint), ...lines].join('\n')]
}

/** The maximum number of ids that are listed for one reason of skipped checks; more of them are counted by section. */
const mostIds = 12

/** The reasons of skipped checks, each with the ids of its checks. */
function skipped({ results }: Run, { verbose }: About, paint: Paint): string[] {
  const reasons = skipsByReason(results)
  if (reasons.length === 0) return []
  const isBrief = (ids: readonly string[]) => !verbose && ids.length > mostIds
  const lines = reasons.flatMap(([message, ids]) => [
    ...wrapped(`${oneLine(message)} (${ids.length})`, width - 2).map((each) => `  ${each}`),
    ...wrapped((isBrief(ids) ? perSection(ids) : ids).join(', '), width - 6).map((each) =>
      paint('dim', `      ${each}`),
    ),
  ])
  const more = reasons.some(([, ids]) => isBrief(ids)) ? ['  --verbose lists the ids.'] : []
  return [[heading('Not judged, and why', paint), ...lines, ...more].join('\n')]
}

/** The number of ids in each section, such as `4.2/... (5)`. */
function perSection(ids: readonly string[]): string[] {
  const sections = ids.map((id) => id.slice(0, id.indexOf('/')))
  return [...new Set(sections)].map(
    (section) => `${section}/... (${sections.filter((each) => each === section).length})`,
  )
}

function stale({ stale }: Run, paint: Paint): string[] {
  if (stale.length === 0) return []
  const lines = stale.map((entry) => `  ${paint('red', '✗')} ${oneLine(entry)}`)
  return [[heading('Known deviations that excuse nothing any more', paint), ...lines].join('\n')]
}

function targetProblems({ targetProblems }: Run, paint: Paint): string[] {
  if (targetProblems.length === 0) return []
  const lines = targetProblems.flatMap((problem) => {
    const [first = '', ...rest] = wrapped(oneLine(problem), width - 4)
    return [`  ${paint('yellow', '!')} ${first}`, ...rest.map((each) => `    ${each}`)]
  })
  return [[heading('The target', paint), ...lines].join('\n')]
}

function notSelected(run: Run, paint: Paint): string[] {
  const words = notSelectedInWords(run)
  return words === undefined
    ? []
    : [
        wrapped(oneLine(words), width)
          .map((each) => paint('dim', each))
          .join('\n'),
      ]
}

function observed(run: Run, { showGaps, verbose }: About, paint: Paint): string[] {
  if (run.gaps.length === 0) return []
  if (!showGaps && !verbose) return [`${gapsInWords(run)}; --show-gaps lists them.`]
  const { seen, unseen } = seenAndUnseen(run.gaps)
  const lines = seen.flatMap((each) => [
    `  ${each.id}  ${paint('cyan', oneLine(each.observed))}`,
    ...wrapped(oneLine(`${each.title} ${observedInWords(each)}`), width - 6).map((line) => `      ${line}`),
  ])
  const rest = unseen.length > 0 ? wrapped(`Not seen: ${unseen.join(', ')}`, width - 2) : []
  return [
    [
      heading('What it does where the document is silent (never judged)', paint),
      ...lines,
      ...rest.map((each) => paint('dim', `  ${each}`)),
    ].join('\n'),
  ]
}

function fields(run: Run, about: About, paint: Paint): string[] {
  if (!tellsFields(run, about)) return []
  const { known, seen, never } = run.fields
  const lines = never.length > 0 && about.verbose ? wrapped(`Never: ${never.join(', ')}`, width - 2) : []
  const more = never.length > 0 && !about.verbose ? '; --verbose names the others.' : ''
  const title = `Fields seen: ${seen} of ${known}${more}`
  return [[title, ...lines.map((each) => paint('dim', `  ${each}`))].join('\n')]
}

function serverErrors(run: Run, paint: Paint): string[] {
  const lines = serverErrorLines(run).map((each) => `  ${oneLine(each)}`)
  return lines.length === 0 ? [] : [[heading(serverErrorsTitle, paint), ...lines].join('\n')]
}

function ledger({ ledger }: Run, paint: Paint): string[] {
  if (ledger.length === 0) return []
  const lines = ledger.map((entry) => `  ${oneLine(entry)}`)
  return [[heading('Left behind', paint), ...lines].join('\n')]
}

function tail(run: Run, { exitCode }: About, paint: Paint): string {
  const { verdict, results } = run
  const code = exitCode ?? exitCodes[verdict]
  const colour = verdict === 'conforms' ? 'green' : verdict === 'incomplete' ? 'yellow' : 'red'
  return [
    ...(results.length > 0
      ? [`${plural(results.length, 'check')}: ${countsInWords(results)}; ${effort(run)}`]
      : []),
    `${paint('bold', paint(colour, verdict))} (exit code ${code}): ${verdictInWords(run)}`,
  ].join('\n')
}

const heading = (title: string, paint: Paint): string => paint('bold', title)

function line({ id, title, status }: Result, paint: Paint): string {
  const [mark, colour] = marks[status]
  return `${paint(colour, mark)} ${paint('bold', id)}  ${oneLine(title)}`
}

function worstColour(results: readonly Result[]): Colour {
  const { fail, error, warn, known, skip } = summaryOf(results)
  if (fail + error > 0) return 'red'
  return warn + known + skip > 0 ? 'yellow' : 'green'
}

/** Text broken into lines at spaces; a word that is too long is not broken. */
function wrapped(words: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
