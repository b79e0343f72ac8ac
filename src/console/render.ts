import { type Operation, operations } from '../contract/operations.ts'
import type { TokenName } from '../fixtures/names.ts'
import { describeOwner, takenBy } from '../http/authentication.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { Workspace } from '../sandboxes/workspace.ts'
import { curlFor } from './sample-curl.ts'

/**
 * The page without scripts: the operations, the tokens and the world.
 * @param denied why the page hides tokens; undefined for a client that can see them
 */
export function render({ workspace, base }: RequestState, denied: string | undefined): string {
  const { name, world, tokens } = workspace
  const tokenOf = (name: TokenName) => tokens.named(name)?.token ?? ''
  const own = { application: tokenOf('application'), userClient: tokenOf('userClient') }
  return `<div class="page">
<header>
<h1>${escaped(titleOf(workspace))}</h1>
<p>A mock server for the Game Server Management Service API. It implements the operations below with generated
data.</p>
</header>
<main>
${
  denied === undefined
    ? section('Try it', `<pre>${code(curlFor(world, base, own))}</pre>`)
    : section(
        'Console not available',
        `<p>The console needs the control API, which you cannot use. ${escaped(denied)}</p>`,
      )
}
${section('Operations', list(Object.values(operations).map(operationRow)))}
${section(
  'Tokens',
  denied === undefined
    ? list(tokens.all().map((each) => [describeOwner(each, world.tables), code(each.token)]))
    : '<p>The server prints them when it starts.</p>',
)}
${section('World', list([...worldRows(workspace, base), ...(denied === undefined ? [['More', links(name)] as const] : [])]))}
</main>
</div>`
}

export const titleOf = ({ name }: Workspace): string => (name === undefined ? 'Nestbox' : `Nestbox · ${name}`)

const section = (title: string, content: string): string =>
  `<section>\n<h2>${title}</h2>\n${content}\n</section>`

/** A term, and what it means as HTML. */
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
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
