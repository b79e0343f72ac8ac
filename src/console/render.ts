import { type Operation, operations } from '../contract/operations.ts'
import type { TokenName } from '../fixtures/names.ts'
import { describeOwner, takenBy } from '../http/authentication.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { Workspace } from '../sandboxes/workspace.ts'
import style from './page.css?raw'
import { curlFor } from './sample-curl.ts'

/**
 * The document at `/`: the console, or the page without scripts for a client that cannot use the console.
 * @param denied the reason why a client cannot use the control API, and so sees no tokens
 * @param assets the URL of the assets of the console, for a client that can use it
 */
export function shell(state: RequestState, denied: string | undefined, assets: string | undefined): string {
  const page = `<style>${style}</style>\n${render(state, denied)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(titleOf(state.workspace))}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
${assets === undefined ? '' : assetLinks(escaped(assets))}
</head>
<body>
${assets === undefined ? page : `<div id="app"></div>\n<noscript>\n${page}\n</noscript>`}
</body>
</html>
`
}

const assetLinks = (assets: string): string => `<link rel="stylesheet" href="${assets}console.css">
<script type="module" src="${assets}console.js"></script>`

/** The favicon, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path fill="#8a5a2b" d="M16 2 2.5 12.5l2.2 2.8L16 6.5l11.3 8.8 2.2-2.8z"/>
<path fill="#2f6b4a" d="M6 15.5 16 7.8l10 7.700v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z"/>
<circle fill="#fbfaf6" cx="16" cy="17.5" r="4.2"/>
<path stroke="#fbfaf6" stroke-width="2" d="M16 24.5v3.5"/>
</svg>`

/**
 * The page without scripts: the operations, the tokens and the world.
 * @param denied why the page hides tokens; undefined for a client that can see them
 */
function render({ workspace, base }: RequestState, denied: string | undefined): string {
  const { name, world, tokens } = workspace
  const isOpen = denied === undefined
  const tokenOf = (name: TokenName) => tokens.named(name)?.token ?? ''
  const own = { application: tokenOf('application'), userClient: tokenOf('userClient') }
  const owned = tokens.all().map((each): Row => [describeOwner(each, world.tables), code(each.token)])
  const more: readonly Row[] = isOpen ? [['More', links(name)]] : []
  return `<div class="page">
<header>
<h1>${escaped(titleOf(workspace))}</h1>
<p>A mock server for the Game Server Management Service API. It implements the operations below with generated
data.</p>
</header>
<main>
${
  isOpen
    ? section('Try it', `<pre>${code(curlFor(world, base, own))}</pre>`)
    : section(
        'Console not available',
        `<p>The console needs the control API, which you cannot use. ${escaped(denied)}</p>`,
      )
}
${section('Operations', list(Object.values(operations).map(operationRow)))}
${section('Tokens', isOpen ? list(owned) : '<p>The server prints them when it starts.</p>')}
${section('World', list([...worldRows(workspace, base), ...more]))}
</main>
</div>`
}

const titleOf = ({ name }: Workspace): string => (name === undefined ? 'Nestbox' : `Nestbox · ${name}`)

const section = (title: string, content: string): string =>
  `<section>\n<h2>${title}</h2>\n${content}\n</section>`

/** A term and its definition, as HTML. */
type Row = readonly [term: string, html: string]

const list = (rows: readonly Row[]): string =>
  `<dl>\n${rows.map(([term, html]) => `<dt>${escaped(term)}</dt><dd>${html}</dd>`).join('\n')}\n</dl>`

const operationRow = ({ section, summary, method, path, family }: Operation): Row => [
  `${section} ${summary}`,
  `<code><b>${method}</b> ${escaped(path).replaceAll('/', '/<wbr>')}</code><br><small>${takenBy(family)}</small>`,
]

function worldRows({ name, world }: Workspace, base: string): readonly Row[] {
  // A large world is not generated whole yet, so the page does not count its rows.
  const { seed, scenario, scale } = world.identity
  const size = scenario === 'demo' ? `, ${scale.toLocaleString('en')} server${scale === 1 ? '' : 's'}` : ''
  const main = name === undefined ? base : base.slice(0, -`/~${name}`.length)
  return [
    ['Base URL', code(base)],
    ['Seed', code(seed)],
    ['Scenario', code(scenario) + size],
    [
      'Sandboxes',
      `put ${code('/~name')} before ${code('/api')} for a separate world: ${code(`${main}/~name`)}`,
    ],
  ]
}

/** Links to the control API of the same world. */
const links = (sandbox: string | undefined): string =>
  ['health', 'target.json', 'state', 'example-egg.json']
    .map((name) => `<a href="${sandbox === undefined ? '' : `/~${sandbox}`}/_nestbox/${name}">${name}</a>`)
    .join(' · ')

const code = (text: string): string => `<code>${escaped(text)}</code>`

/** Text as HTML, for content and attributes. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
