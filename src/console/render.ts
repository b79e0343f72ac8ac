import { type Operation, operations } from '../contract/operations.ts'
import { describeOwner } from '../http/authentication.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { Workspace } from '../sandboxes/workspace.ts'
import { curlFor } from './sample-curl.ts'

/**
 * The page without scripts: the operations, the tokens and the world.
 * @param denied why the page hides tokens; undefined for a client that can see them
 */
export function render({ workspace, base }: RequestState, denied: string | undefined): string {
  const isTrusted = denied === undefined
  const { name: sandbox, world } = workspace
  // A large world is not generated whole yet, so the page does not count its rows.
  const { seed, scenario, scale } = world.identity
  return `<div class="page">
<header>
<h1>${escaped(titleOf(workspace))}</h1>
<p>A mock server for the Game Server Management Service API. It implements the operations below with generated
data.</p>
</header>
<main>
${isTrusted ? tryIt(workspace, base) : noConsole(denied)}
<section>
<h2>Operations</h2>
<div class="wide"><table>
<thead><tr><th scope="col">§</th><th scope="col">Operation</th><th scope="col">Request</th><th scope="col">Accepts</th></tr></thead>
<tbody>
${Object.values(operations).map(operationRow).join('\n')}
</tbody>
</table></div>
</section>
${isTrusted ? tokenList(workspace) : '<section><h2>Tokens</h2><p>The server prints them when it starts.</p></section>'}
<section>
<h2>World</h2>
<dl>
<dt>Base URL</dt><dd><code>${escaped(base)}</code></dd>
<dt>Seed</dt><dd><code>${escaped(seed)}</code></dd>
<dt>Scenario</dt><dd><code>${escaped(scenario)}</code>${scenario === 'demo' ? `, ${plural(scale, 'server')}` : ''}</dd>
<dt>Sandboxes</dt><dd>put <code>/~name</code> before <code>/api</code> for a separate world: <code>${escaped(mainBase(workspace, base))}/~name</code></dd>
${isTrusted ? `<dt>More</dt><dd>${links(sandbox)}</dd>` : ''}
</dl>
</section>
</main>
</div>`
}

export const titleOf = ({ name }: Workspace): string => (name === undefined ? 'Nestbox' : `Nestbox · ${name}`)

const tryIt = ({ world, tokens }: Workspace, base: string): string => `<section>
<h2>Try it</h2>
<pre><code>${escaped(curlFor(world, base, tokens.named('userClient')?.token ?? ''))}</code></pre>
</section>`

const accepts: Readonly<Record<Operation['family'], string>> = {
  application: 'application token, or client token of a root administrator',
  admin: 'client token of a root administrator',
  client: 'client token',
}

const noConsole = (reason: string): string => `<section>
<h2>Console not available</h2>
<p>The console needs the control API, which you cannot use. ${escaped(reason)}</p>
</section>`

const operationRow = ({ section, summary, method, path, family }: Operation): string =>
  `<tr><td>${section}</td><td>${escaped(summary)}</td>` +
  `<td><code><b>${method}</b> ${escaped(path).replaceAll('/', '/<wbr>')}</code></td><td>${accepts[family]}</td></tr>`

const tokenList = ({ tokens, world }: Workspace): string => `<section>
<h2>Tokens</h2>
<dl>
${tokens
  .all()
  .map((token) => tokenRow(describeOwner(token, world.tables), token.token))
  .join('\n')}
</dl>
</section>`

const tokenRow = (who: string, token: string): string =>
  `<dt>${escaped(who)}</dt><dd><code>${escaped(token)}</code></dd>`

/** The base URL of the main world. */
const mainBase = ({ name }: Workspace, base: string): string =>
  name === undefined ? base : base.slice(0, -`/~${name}`.length)

/** Links to the control API of the same world. */
const links = (sandbox: string | undefined): string =>
  ['health', 'target.json', 'state', 'example-egg.json']
    .map((name) => `<a href="${sandbox === undefined ? '' : `/~${sandbox}`}/_nestbox/${name}">${name}</a>`)
    .join(' · ')

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

/** Text as HTML, for content and attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
