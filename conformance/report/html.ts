import { plural } from '../../src/contract/checking/words.ts'
import { clauses, type Section, sections } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Result } from '../judge/outcome.ts'
import type { Run } from '../run-result.ts'
import {
  type Block,
  type Document,
  documentOf,
  type Item,
  type Line,
  type Part,
  type Table,
} from './document.ts'
import { type Fact, factsOf } from './facts.ts'
import style from './html.css?raw'
import { replyBody, replyHead, requestText } from './http.ts'
import { markedJson } from './marked-json.ts'
import { type Part as Content, Markup, markup } from './markup.ts'
import { shortened } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import { type Cause, causes, countsInWords, effort, looks, statuses, summaryOf } from './summary.ts'

/** The maximum number of characters of a message on the page; the `har` report has all of them. */
const longestMessage = 12_000

/** The filter is CSS only: the results of all statuses except the selected one are hidden. */
const hiding = statuses
  .map(
    (status) =>
      `body:has(#only-${status}:checked) :is(.result:not(.${status}), .passed, .narrow, .section:not(:has(.result.${status})), .rest) { display: none; }`,
  )
  .join('\n')

/** The report as one HTML file without scripts or other files, so that it can be mailed, or stored as an artifact. */
export const html: Reporter = (run, about) => {
  const { target, startedAt } = run
  const document = documentOf(run, about)
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.heading} · ${target}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style + hiding)}</style>
</head>
<body>
<header>
<h1 class="${document.face}"><span class="status">${document.heading}</span></h1>
<p>${prose(document.sentence)}</p>
<p class="quiet"><code>${target}</code> · ${effort(run)} · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time> · nestbox ${about.version}</p>
</header>
${filter(run)}
<main>
${document.parts.map((part) => cards(part, document, run, about))}</main>
</body>
</html>
`
  return page.text
}

/** The cards of a part: a card for each section of the document has its results, in more detail than the other forms. */
function cards(part: Part, document: Document, run: Run, about: About): Content {
  if (part.name === 'sections')
    return sections.map(([section, title]) => sectionCard(section, title, document, run, about))
  // The cards of the sections have them.
  if (part.name === 'results' || part.name === 'access') return undefined
  return markup`<section class="card rest">
<h2>${part.title}</h2>
${part.blocks.map(blockOf)}</section>
`
}

function blockOf(block: Block): Content {
  if ('words' in block) return block.words.length > 0 && markup`<p class="quiet">${inline(block.words)}</p>\n`
  if ('list' in block) return markup`<ul>\n${block.list.map(itemOf)}</ul>\n`
  if ('table' in block) return tableOf(block.table)
  return markup`<ul>\n${block.findings.map(findingOf)}</ul>\n`
}

const itemOf = ({ line, more }: Item): Markup =>
  markup`<li>${inline(line)}${more && markup`<br><span class="quiet">${inline(more)}</span>`}</li>\n`

const tableOf = ({ head, rows, isNarrow = false }: Table): Markup =>
  markup`<table${isNarrow && new Markup(' class="narrow"')}>
<thead><tr>${head.map((each) => markup`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td${faceOf(cell)}>${inline(cell)}</td>`)}</tr>\n`)}</tbody>
</table>
`

/** The class of a cell that holds the mark of a status. */
function faceOf([mark]: Line): Content {
  const status = statuses.find((each) => looks[each].mark === mark)
  return status && markup` class="status ${status}" title="${looks[status].word}"`
}

const inline = (line: Line): Content[] =>
  line.map((part) =>
    typeof part === 'string' ? part : 'code' in part ? markup`<code>${part.code}</code>` : prose(part.prose),
  )

/** Text in which backticks mark code. */
const prose = (words: string): Content[] =>
  words.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))

const findingOf = ({ result: { id, title, message = '' }, others }: Cause): Markup =>
  markup`<li>${links([id])} ${prose(title)}<br><span class="quiet">${prose(firstLine(message))}</span>${others.length > 0 && markup`<br><span class="quiet">Same in ${plural(others.length, 'more check')}: ${links(others.map((other) => other.id))}</span>`}</li>\n`

const links = (ids: readonly string[]): Content[] =>
  ids.map((id, index) => markup`${index > 0 && ', '}<a href="#${id}"><code>${id}</code></a>`)

function filter({ results }: Run): Content {
  const summary = summaryOf(results)
  const shown = statuses.filter((status) => status !== 'pass' && summary[status] > 0)
  if (shown.length === 0) return undefined
  const choice = (id: string, label: string, isChosen = false): Markup =>
    markup`<label class="${id}"><input type="radio" name="only" id="only-${id}"${isChosen && new Markup(' checked')}>${label}</label>\n`
  return markup`<form><fieldset><legend>Show</legend>
${choice('all', `all ${results.length}`, true)}${shown.map((status) => choice(status, `${summary[status]} ${looks[status].word}`))}</fieldset></form>`
}

/** The clauses of a section and the results of its checks; those that passed are folded. */
function sectionCard(section: Section, title: string, { parts }: Document, run: Run, about: About): Content {
  const results = run.results.filter((result) => result.section === section)
  const told = new Map(
    causes(run.results).flatMap(({ result, others }) => others.map(({ id }) => [id, result.id] as const)),
  )
  const list = clauseList(section, run)
  if (results.length === 0 && !list) return undefined
  const rowOf = (result: Result): Markup => resultRow(result, about, told.get(result.id))
  const passed = results.filter(({ status }) => status === 'pass')
  return markup`<section class="card section">
<h2>${section} ${title} <small>${results.length > 0 && countsInWords(results)}</small></h2>
${list}
${section === '5' && parts.filter(({ name }) => name === 'access').map(({ blocks }) => blocks.map(blockOf))}
${results.filter(({ status }) => status !== 'pass').map(rowOf)}${passed.length > 0 && markup`<details class="passed"><summary>${passed.length} passed</summary>\n${passed.map(rowOf)}</details>\n`}</section>
`
}

/**
 * The clauses of a section with the results of their checks; nothing if no check of the run covers any of the
 * clauses.
 */
function clauseList(section: Section, { results }: Run): Content {
  const own = clauses.filter((clause) => clause.section === section)
  const rows = own.map(({ id, level, text }) => ({
    ...{ id, level, text },
    covering: results.filter((result) => result.clauses.includes(id)),
  }))
  if (rows.every(({ covering }) => covering.length === 0)) return undefined
  // A clause whose checks were all skipped was not judged.
  const judged = rows.filter(({ covering }) => covering.some(({ status }) => status !== 'skip')).length
  return markup`<details class="clauses"><summary>${plural(own.length, 'clause')}, ${judged} judged</summary>
<ul>
${rows.map(({ id, level, text, covering }) => markup`<li><code>${id}</code> ${prose(text)} <span class="quiet">(${level}; ${covering.length > 0 ? countsInWords(covering) : 'not in this run'})</span></li>\n`)}</ul>
</details>`
}

/** @param same id of the earlier result with the same cause */
function resultRow(result: Result, about: About, same: string | undefined): Markup {
  const { id, title, status, exchange, message = '' } = result
  const isWrong = status === 'fail' || status === 'error'
  // Data of the server is shown only once for each cause.
  const isTold = ({ kind }: Fact): boolean => same === undefined || kind === 'words' || kind === 'command'
  const why =
    !isWrong && message !== '' && markup`<br><span class="quiet why">${prose(firstLine(message))}</span>`
  return markup`<details class="result ${status}" id="${id}"${isWrong && new Markup(' open')}>
<summary><span class="status">${looks[status].word}</span> <code>${id}</code> ${prose(title)}${why}</summary>
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
      : kind === 'data'
        ? markup`<code>${shortened(text, longestMessage)}</code>`
        : prose(shortened(text, longestMessage))
  return markup`<dt>${label}</dt><dd>${value}</dd>\n`
}

const exchangePanes = (exchange: Exchange, pointer?: string): Markup => markup`<div class="exchange">
<div><h3>Request</h3><pre>${shortened(requestText(exchange), longestMessage)}</pre></div>
<div><h3>Response</h3><pre>${reply(exchange, pointer)}</pre></div>
</div>`

/** A response as an HTTP message; with a pointer, the lines around the place of the pointer, which is marked. */
function reply(exchange: Exchange, pointer: string | undefined): Content {
  const head = replyHead(exchange)
  if (head === undefined) return exchange.failure ?? 'none'
  const json = exchange.reply?.json
  const cut = (text: string) => shortened(text, longestMessage)
  if (pointer === undefined || json === undefined) return [head, cut(replyBody(exchange))]
  const { before, line, after } = markedJson(json, pointer)
  return [head, cut(before), before && '\n', markup`<mark>${cut(line)}</mark>`, after && '\n', cut(after)]
}

const firstLine = (message: string): string => message.split('\n')[0] ?? ''
