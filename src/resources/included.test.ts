import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, startService } from '../testing/service.ts'

/** The relationships of a server that are filled, by the paths to them. */
function filled(value: Json, path = ''): string[] {
  const resources = value.data ?? [value]
  const [first] = resources
  return Object.entries<Json>(first?.attributes?.relationships ?? {}).flatMap(([name, nested]) =>
    nested.attributes || nested.data?.length > 0 ? [path + name, ...filled(nested, `${path}${name}.`)] : [],
  )
}

const all = ['allocation', 'allocations', 'user', 'egg', 'variables', 'node']

describe('relationships in a query', () => {
  it.each<[choice: string, query: string, expected: readonly string[]]>([
    ['ignore', '?include=egg', all],
    ['expand', '', all],
    ['expand', '?include=egg', ['egg']],
    ['expand', '?include=variables,node', ['variables', 'node']],
    ['expand', '?include[]=user&include[]=egg', ['user', 'egg']],
    ['expand', '?include=node.location', ['node', 'node.location']],
    ['expand', '?include=node.location.nodes', ['node', 'node.location']],
    ['expand', '?include=nothing,__proto__,constructor.x', []],
    ['expand', '?include=', []],
  ])('are included as %s says: %s', async (choice, query, expected) => {
    const gapSettings = new GapSettings().set('relationships.include', choice)
    const { ask, root } = await startService({ gapSettings })
    const { status, json } = await ask('PUT', `/api/admin/servers/1/startup${query}`, {
      token: root,
      json: {},
    })
    expect([status, filled(json)]).toEqual([200, expected])
  })

  it('are ignored for a list of tags', async () => {
    const gapSettings = new GapSettings().set('relationships.include', 'expand')
    const { ask, root } = await startService({ gapSettings })
    const reply = await ask('PUT', '/api/admin/nodes/1/tags?include=eggs', {
      token: root,
      json: { tags: [1] },
    })
    expect(Object.keys(reply.json.data[0].attributes)).not.toContain('relationships')
  })
})
