import { curlFor } from '../../src/console/sample-curl.ts'
import type { Nestbox } from '../../src/nestbox.ts'
import { version } from '../../src/util/version.ts'
import type { Given } from './options.ts'

/** What people read first: where, which world, who may come in, and a command to try. */
export function banner({ url, world, checksum, tokens }: Nestbox, given: Given): string {
  const { seed, scenario, today } = world.identity
  const { servers, nodes, users } = world.tables
  const size = [plural(servers, 'server'), plural(nodes, 'node'), plural(users, 'user')].join(', ')
  const gaps = [...(given.gaps ? [given.gaps] : []), ...(given.gap ?? []).map((pair) => pair.join('='))]
  const rows: [label: string, texts: readonly string[]][] = [
    ['World', [`${checksum} (${scenario}, seed ${seed}, as of ${today}: ${size})`]],
    ['Console', [`${url}/`]],
    ['Data', given.data === undefined ? [] : [given.data]],
    ['Gaps', gaps.length === 0 ? [] : [gaps.join(', ')]],
    ['Faults', given.faults === undefined ? [] : [given.faults.join(', ')]],
    ['Tokens', tokens.list().map(({ token, who }) => `${token} -> ${who}`)],
  ]
  const lines = rows.flatMap(([label, texts]) =>
    texts.map((text, index) => `  ${(index === 0 ? label : '').padEnd(9)}${text}`),
  )
  const curl = curlFor(world, given['base-url'] ?? url, tokens.userClient)
  return [`nestbox ${version()} on ${url}`, '', ...lines, '', `  ${curl}`, '', ''].join('\n')
}

const plural = ({ size }: { readonly size: number }, noun: string): string =>
  `${size} ${noun}${size === 1 ? '' : 's'}`
