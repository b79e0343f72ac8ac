import { type Operation, operations } from '../contract/operations.ts'
import { describeBearer } from '../http/describe-bearer.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import type { Workspace } from '../sandboxes/workspace.ts'
import { escaped } from './escaped.ts'
import { curlFor } from './sample-curl.ts'

/**
 * The page without scripts: what runs here and how to call it.
 * @param denied why the reader may see no tokens; undefined for who may
 */
export function render({ workspace, base }: RequestState, denied: string | undefined): string {
  const isTrusted = denied === undefined
  const { name: sandbox, world } = workspace
  const { seed, scenario, scale } = world.identity
  return `<div class="page">
<header>
<h1>${escaped(titleOf(workspace))}</h1>
<p>A stand-in for a game-server panel. It answers the eight operations below as their document says,
from ${plural(world.tables.servers.size, 'server')} on ${plural(world.tables.nodes.size, 'node')}.</p>
</header>
<main>
${isTrusted ? tryIt(workspace, base) : noConsole(denied)}
<section>
<h2>Operations</h2>
<div class="wide"><table>
<thead><tr><th scope="col">§</th><th scope="col">What</th><th scope="col">Request</th><th scope="col">Takes</th></tr></thead>
<tbody>
${Object.values(operations).map(operationRow).join('\n')}
</tbody>
</table></div>
</section>
${isTrusted ? tokenList(workspace) : '<section><h2>Tokens</h2><p>They are printed where the server was started.</p></section>'}
<section>
<h2>This world</h2>
<dl>
<dt>Base URL</dt><dd><code>${escaped(base)}</code></dd>
<dt>Seed</dt><dd><code>${escaped(seed)}</code></dd>
<dt>Scenario</dt><dd><code>${escaped(scenario)}</code>${scenario === 'demo' ? `, made for ${plural(scale, 'server')}` : ''}</dd>
<dt>A world of your own</dt><dd>put <code>/~name</code> in front of <code>/api</code>: <code>${escaped(mainBase(workspace, base))}/~name</code></dd>
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

const takes: Readonly<Record<Operation['family'], string>> = {
  application: 'application token, or client token of a root administrator',
  admin: 'client token of a root administrator',
  client: 'client token',
}

const noConsole = (why: string): string => `<section>
<h2>No console here</h2>
<p>The console stands on the control API, and you may not use that. ${escaped(why)}</p>
</section>`

const operationRow = ({ section, summary, method, path, family }: Operation): string =>
  `<tr><td>${section}</td><td>${escaped(summary)}</td>` +
  `<td><code><b>${method}</b> ${escaped(path).replaceAll('/', '/<wbr>')}</code></td><td>${takes[family]}</td></tr>`

const tokenList = ({ tokens, world }: Workspace): string => `<section>
<h2>Tokens</h2>
<dl>
${tokens
  .all()
  .map((token) => tokenRow(describeBearer(token, world.tables), token.token))
  .join('\n')}
</dl>
</section>`

const tokenRow = (who: string, token: string): string =>
  `<dt>${escaped(who)}</dt><dd><code>${escaped(token)}</code></dd>`

/** What the main world stands under. */
const mainBase = ({ name }: Workspace, base: string): string =>
  name === undefined ? base : base.slice(0, -`/~${name}`.length)

/** What the control API says of the same world. */
const links = (sandbox: string | undefined): string =>
  ['health', 'target.json', 'state', 'example-egg.json']
    .map((name) => `<a href="${sandbox === undefined ? '' : `/~${sandbox}`}/_nestbox/${name}">${name}</a>`)
    .join(' · ')

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
