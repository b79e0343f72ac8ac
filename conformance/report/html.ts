import { clauses, type Section, sections } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Result } from '../judge/outcome.ts'
import type { Run } from '../run.ts'
import { causes } from './by-section.ts'
import { type Fact, factsOf } from './facts.ts'
import { style } from './html-style.ts'
import { replyBody, replyHead, requestText } from './http.ts'
import { markedJson } from './marked-json.ts'
import { Markup, markup, type Part } from './markup.ts'
import { observedInWords, seenAndUnseen } from './observed.ts'
import { shortened } from './printable.ts'
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

/** The maximum number of characters of a message on the page; the `har` report has all of them. */
const longestMessage = 12_000

/** The report as one HTML file without scripts or other files, so that it can be mailed, or stored as an artifact. */
export const html: Reporter = (run, about) => {
  const { verdict, target, startedAt } = run
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdict} · ${target}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1 class="${faces[verdict]}"><span class="status">${verdict}</span></h1>
<p>${verdictInWords(run)}</p>
<p class="quiet"><code>${target}</code> · ${effort(run)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time> · nestbox ${about.version}</p>
</header>
${filter(run)}
<main>
${reasons('Known deviations that excuse nothing any more', run.stale)}
${reasons('The target', run.targetProblems)}
${index(run)}
${sections.map(([section, title]) => sectionCard(section, title, run, about))}
${reasons('Not selected', [notSelectedInWords(run) ?? []].flat())}
${gaps(run)}
${fields(run, about)}
${reasons(serverErrorsTitle, serverErrorLines(run))}
${reasons('Left behind', run.ledger)}
</main>
</body>
</html>
`
  return page.text
}

const faces: Readonly<Record<Run['verdict'], string>> = {
  conforms: 'pass',
  nonconforming: 'fail',
  incomplete: 'warn',
  unreachable: 'skip',
  error: 'error',
}

function filter({ results }: Run): Part {
  if (results.length === 0) return undefined
  const summary = summaryOf(results)
  const choice = (id: string, label: string, isChosen = false): Markup =>
    markup`<label class="${id}"><input type="radio" name="only" id="only-${id}"${isChosen && new Markup(' checked')}>${label}</label>\n`
  return markup`<form><fieldset><legend>Show</legend>
${choice('all', `all ${results.length}`, true)}${statuses
  .filter((status) => summary[status] > 0)
  .map((status) => choice(status, `${summary[status]} ${statusWords[status]}`))}</fieldset></form>`
}

/** A list of all failures and errors. */
function index({ results }: Run): Part {
  const wrong = causes(results)
  if (wrong.length === 0) return undefined
  return markup`<section class="card rest">
<h2>What went wrong</h2>
<ul>
${wrong.map(({ result: { id, title, message = '' }, others }) => markup`<li><a href="#${id}"><code>${id}</code></a> ${prose(title)}<br><span class="quiet">${prose(firstLine(message))}</span>${others.length > 0 && markup`<br><span class="quiet">Same in ${plural(others.length, 'more check')}: ${links(others.map((other) => other.id))}</span>`}</li>\n`)}</ul>
</section>`
}

/** Results with the same cause as an earlier result, by their ids, each with the id of that earlier result. */
function toldElsewhere({ results }: Run): ReadonlyMap<string, string> {
  return new Map(
    causes(results).flatMap(({ result, others }) => others.map(({ id }) => [id, result.id] as const)),
  )
}

const links = (ids: readonly string[]): Part[] =>
  ids.map((id, index) => markup`${index > 0 && ', '}<a href="#${id}"><code>${id}</code></a>`)

function sectionCard(section: Section, title: string, run: Run, about: About): Part {
  const results = run.results.filter((result) => result.section === section)
  const told = toldElsewhere(run)
  const card = clauseList(section, run)
  if (results.length === 0 && !card) return undefined
  return markup`<section class="card section">
<h2>${section} ${title} <small>${results.length > 0 && countsInWords(results)}</small></h2>
${card}
${results.map((result) => resultRow(result, about, told.get(result.id)))}</section>
`
}

/**
 * The clauses of a section with the results of their checks; nothing if no check of the run covers any of the
 * clauses.
 */
function clauseList(section: Section, { results }: Run): Part {
  const own = clauses.filter((clause) => clause.section === section)
  const rows = own.map(({ id, level, text }) => ({
    id,
    level,
    text,
    covering: results.filter((result) => result.clauses.includes(id)),
  }))
  const tested = rows.filter(({ covering }) => covering.length > 0).length
  if (tested === 0) return undefined
  return markup`<details class="clauses"><summary>${plural(own.length, 'clause')}, ${tested} put to the test</summary>
<ul>
${rows.map(({ id, level, text, covering }) => markup`<li><code>${id}</code> ${prose(text)} <span class="quiet">(${level}; ${covering.length > 0 ? countsInWords(covering) : 'not in this run'})</span></li>\n`)}</ul>
</details>`
}

/** @param same id of the earlier result with the same cause */
function resultRow(result: Result, about: About, same: string | undefined): Markup {
  const { id, title, status, exchange, message = '' } = result
  const isWrong = status === 'fail' || status === 'error'
  // Data of the server is shown only once for each cause.
  const isTold = ({ kind }: Fact): boolean => same === undefined || kind !== 'data'
  const why =
    !isWrong && message !== '' && markup`<br><span class="quiet why">${prose(firstLine(message))}</span>`
  return markup`<details class="result ${status}" id="${id}"${isWrong && new Markup(' open')}>
<summary><span class="status">${statusWords[status]}</span> <code>${id}</code> ${prose(title)}${why}</summary>
<div class="body">
${same !== undefined && markup`<p>The same as in ${links([same])}.</p>`}
<dl>
${factsOf(result, about).filter(isTold).map(factRow)}</dl>
${same === undefined && exchange && exchangePanes(exchange, result.pointer)}
</div>
</details>
`
}

function factRow({ label, text, kind }: Fact): Markup {
  const value =
    kind === 'command'
      ? markup`<pre>${text}</pre>`
      : kind === 'words' || label === 'Finding'
        ? prose(shortened(text, longestMessage))
        : markup`<code>${shortened(text, longestMessage)}</code>`
  return markup`<dt>${label}</dt><dd>${value}</dd>\n`
}

const exchangePanes = (
  exchange: Exchange,
  pointer: string | undefined,
): Markup => markup`<div class="exchange">
<div><h3>Request</h3><pre>${shortened(requestText(exchange), longestMessage)}</pre></div>
<div><h3>Reply</h3><pre>${reply(exchange, pointer)}</pre></div>
</div>`

/** A response as an HTTP message; with a pointer, the lines around the place of the pointer, which is marked. */
function reply(exchange: Exchange, pointer: string | undefined): Part {
  const head = replyHead(exchange)
  if (head === undefined) return exchange.failure ?? 'none'
  const json = exchange.reply?.json
  if (pointer === undefined || json === undefined)
    return [head, shortened(replyBody(exchange), longestMessage)]
  const { before, line, after } = markedJson(json, pointer)
  const cut = (text: string) => shortened(text, longestMessage)
  return [head, cut(before), before && '\n', markup`<mark>${cut(line)}</mark>`, after && '\n', cut(after)]
}

function gaps({ gaps }: Run): Part {
  if (gaps.length === 0) return undefined
  const { seen, unseen } = seenAndUnseen(gaps)
  return markup`<section class="card rest">
<h2>What it does where the document is silent <small>never judged</small></h2>
<table>
<thead><tr><th scope="col">Gap</th><th scope="col">Question</th><th scope="col">Observed</th></tr></thead>
<tbody>
${seen.map((each) => markup`<tr><td><code>${each.id}</code></td><td class="quiet">${prose(each.title)}</td><td><b>${each.observed}</b> ${prose(observedInWords(each))}</td></tr>\n`)}</tbody>
</table>
${unseen.length > 0 && markup`<p class="quiet">Not seen: ${codes(unseen)}</p>`}
</section>`
}

function fields(run: Run, about: About): Part {
  if (!tellsFields(run, about)) return undefined
  const { known, seen, never } = run.fields
  return markup`<section class="card rest">
<h2>Fields <small>${seen} of ${known} seen</small></h2>
${never.length > 0 && markup`<p class="quiet">Never: ${codes(never)}</p>`}
</section>`
}

const reasons = (title: string, entries: readonly string[]): Part =>
  entries.length > 0 &&
  markup`<section class="card rest">
<h2>${title}</h2>
<ul>
${entries.map((entry) => markup`<li>${entry}</li>\n`)}</ul>
</section>`

const codes = (ids: readonly string[]): Part[] =>
  ids.map((id, index) => markup`${index > 0 && ', '}<code>${id}</code>`)

/** Text in which backticks mark code. */
const prose = (words: string): Part[] =>
  words.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))

const firstLine = (message: string): string => message.split('\n')[0] ?? ''
