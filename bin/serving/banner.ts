import { networkInterfaces } from 'node:os'
import { curlFor } from '../../src/console/sample-curl.ts'
import { plural } from '../../src/contract/checking/words.ts'
import type { Nestbox } from '../../src/nestbox.ts'
import { version } from '../../src/util/version.ts'
import { gapChoicesIn, type ServeValues } from './options.ts'

/** The text that `serve` prints at the start: address, world, tokens, and a command to try. */
export function banner({ url, world, checksum, tokens }: Nestbox, values: ServeValues): string {
  const { seed, scenario, today } = world.identity
  const { servers, nodes, users } = world.tables
  const size = [plural(servers.size, 'server'), plural(nodes.size, 'node'), plural(users.size, 'user')].join(
    ', ',
  )
  const choices = Object.entries(gapChoicesIn(values)).map((pair) => pair.join('='))
  const gaps = [...(values.gaps ? [values.gaps] : []), ...choices]
  const rows: [label: string, texts: readonly string[]][] = [
    ['World', [`${checksum} (${scenario}, seed ${seed}, as of ${today}: ${size})`]],
    ['Console', values['no-control'] ? [] : [`${url}/`]],
    ['Network', addressesOf(url, values)],
    ['Data', values.data === undefined ? [] : [values.data]],
    ['Gaps', gaps.length === 0 ? [] : [gaps.join(', ')]],
    ['Deviations', values.deviate === undefined ? [] : [values.deviate.join(', ')]],
    ['Faults', values.faults === undefined ? [] : [values.faults.join(', ')]],
    ['Upstream', upstreamOf(values)],
    ['Tokens', tokens.list().map(({ token, who }) => `${token} -> ${who}`)],
  ]
  const lines = rows.flatMap(([label, texts]) =>
    texts.map((text, index) => `  ${(index === 0 ? label : '').padEnd(12)}${text}`),
  )
  const curl = curlFor(world, values['base-url'] ?? url, tokens)
  return [`nestbox ${version()} on ${url}`, '', ...lines, '', `  ${curl}`, '', ''].join('\n')
}

/** The upstream, and the operations that it handles. */
function upstreamOf({ upstream, 'upstream-operations': ids }: ServeValues): readonly string[] {
  if (upstream === undefined) return []
  const what = ids === undefined ? 'every request to the API' : ids.join(', ')
  return [`${upstream} (answers ${what})`]
}

/** URLs for other machines, if the server listens on all addresses of this one. */
function addressesOf(url: string, { host }: ServeValues): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const others = addresses.filter(({ internal, family }) => !internal && family === 'IPv4')
  return [
    ...others.map(({ address }) => `http://${address}:${new URL(url).port}/`),
    'Other machines can reach this. Equal seeds make equal tokens; --token sets your own.',
  ]
}
