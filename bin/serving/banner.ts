import { curlFor } from '../../src/curl.ts'
import type { Nestbox } from '../../src/nestbox.ts'
import { version } from '../../src/version.ts'
import type { Given } from './options.ts'

/** What people read first: where, which world, who may come in, and a command to try. */
export function banner({ url, world, checksum, tokens }: Nestbox, given: Given): string {
  const { seed, scenario } = world.identity
  const rows = tokens.list().map(({ token, who }) => `${token} -> ${who}`)
  const { servers, nodes, users } = world.tables
  const lines = [
    `nestbox ${version()} on ${url}`,
    '',
    `  World   ${checksum} (${scenario}, seed ${seed}: ${servers.size} servers, ${nodes.size} nodes, ${users.size} users)`,
    ...(given.data === undefined ? [] : [`  Data    ${given.data}`]),
    ...(given.gaps === undefined && given.gap === undefined
      ? []
      : [
          `  Gaps    ${[given.gaps ?? 'literal', ...(given.gap ?? []).map((pair) => pair.join('='))].join(', ')}`,
        ]),
    ...(given.faults === undefined ? [] : [`  Faults  ${given.faults.join(', ')}`]),
    ...rows.map((row, index) => `  ${index === 0 ? 'Tokens' : '      '}  ${row}`),
    '',
    `  ${curlFor(world, given['base-url'] ?? url, tokens.userClient)}`,
    '',
    '',
  ]
  return lines.join('\n')
}
