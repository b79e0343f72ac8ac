import { describe, expect, it } from 'vitest'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { type Json, type Service, startService } from '../testing/service.ts'

const path = '/api/admin/nodes/1/tags'

const ids = (json: Json): number[] => json.data.map((tag: Json) => tag.attributes.id)

const sync = ({ ask, root }: Service, json: unknown, node = path) => ask('PUT', node, { token: root, json })

describe('the tag sync', () => {
  it.each<[what: string, body: Json, expected: number[]]>([
    ['ids', { tags: [4, 2] }, [2, 4]],
    ['ids as strings', { tags: ['2', '4'] }, [2, 4]],
    ['slugs', { tags: ['rust', 'srcds'] }, [2, 4]],
    ['all three kinds', { tags: [2, '4', 'voice'] }, [2, 3, 4]],
    ['the other name', { tag_ids: [2, 'voice'] }, [2, 3]],
    ['both names together', { tags: [2], tag_ids: [3] }, [2, 3]],
    ['duplicates', { tags: [2, '2', 'srcds', 2] }, [2]],
    ['none', { tags: [] }, []],
  ])('replaces the tags with %s', async (_, body, expected) => {
    const service = await startService()
    const { status, json } = await sync(service, body)
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['object', 'data'])
    expect(ids(json)).toEqual(expected)
    expect(service.world.tables.nodes.must(1).tag_ids).toEqual(expected)
  })

  it('responds with tags that have their URL and correct counts', async () => {
    const service = await startService()
    const { nodes, eggs } = service.world.tables
    const { json } = await sync(service, { tags: ['rust'] }, '/api/admin/nodes/3/tags')
    const [tag] = json.data
    expect(tag.meta.resource).toBe(`${service.url}/api/admin/tags/4`)
    expect(tag.attributes.nodes_count).toBe(nodes.rows().filter((node) => node.tag_ids.includes(4)).length)
    expect(tag.attributes.eggs_count).toBe(eggs.rows().filter((egg) => egg.tag_ids.includes(4)).length)
    expect(tag.attributes.nodes_count).toBe(2)
  })

  it('does not change the tags of other nodes', async () => {
    const service = await startService()
    const before = service.world.tables.nodes.must(2)
    await sync(service, { tags: [] })
    expect(service.world.tables.nodes.must(2)).toBe(before)
  })

  it.each<[what: string, body: Json, field: string, rule: string, named: string]>([
    ['an unknown id', { tags: [1, 99] }, 'tags.1', 'exists', '99'],
    ['an unknown slug', { tag_ids: ['no-such'] }, 'tag_ids.0', 'exists', 'no-such'],
    ['a slug in upper case', { tags: ['Rust'] }, 'tags.0', 'exists', 'Rust'],
    ['an empty slug', { tags: [''] }, 'tags.0', 'required', 'tags.0'],
    ['null', { tags: [null] }, 'tags.0', 'integer', 'tags.0'],
    ['a flag', { tags: [true] }, 'tags.0', 'integer', 'tags.0'],
    ['no array', { tags: 'rust' }, 'tags', 'array', 'tags'],
    ['null instead of the array', { tags: null }, 'tags', 'array', 'tags'],
    ['nothing', {}, 'tags', 'required', 'be sent: an array that selects the tags'],
    ['another name', { slugs: ['rust'] }, 'tags', 'required', 'tags'],
  ])('refuses %s, names the tag, and changes nothing', async (_, body, field, rule, named) => {
    const service = await startService()
    const before = service.world.checksum()
    const { status, json } = await sync(service, body)
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: field, rule })
    expect(json.errors[0].detail).toContain(named)
    expect(service.world.checksum()).toBe(before)
  })

  it('responds with 404 for an unknown node', async () => {
    const service = await startService()
    const { status, json } = await sync(service, { tags: [] }, '/api/admin/nodes/99/tags')
    expect([status, json.errors[0].detail]).toEqual([404, 'There is no node "99".'])
  })

  it('allows any egg on a node without tags', async () => {
    const service = await startService()
    const { ask, root } = service
    const take = () => ask('PUT', '/api/admin/servers/1/startup', { token: root, json: { egg_id: 7 } })
    expect((await take()).status).toBe(422)
    await sync(service, { tags: [] })
    const { status, json } = await take()
    expect(status).toBe(200)
    expect(json.attributes.egg).toBe(7)
  })

  const unknown = { tags: ['1', '99', 'brand-new'] }
  it.each<[choice: string, status: number, slugs: string[]]>([
    ['ignore', 200, ['minecraft']],
    ['ignore-ids-create-names', 200, ['minecraft', 'brand-new']],
    ['create', 422, []],
  ])('treats unknown tags as %s says', async (choice, status, slugs) => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.unknown', choice) })
    const before = service.world.tables.tags.size
    const reply = await sync(service, unknown)
    expect(reply.status).toBe(status)
    if (status === 200) expect(reply.json.data.map((tag: Json) => tag.attributes.slug)).toEqual(slugs)
    else expect(service.world.tables.tags.size).toBe(before)
  })

  it('creates 1,000 tags at once', async () => {
    const service = await startService({ gapSettings: profile('panel') })
    const names = Array.from({ length: 1_000 }, (_, index) => `name-${index}`)
    const { status } = await sync(service, { tags: names })
    expect([status, service.world.tables.nodes.must(1).tag_ids.length]).toEqual([200, 1_000])
  })

  it.each<[item: Json, status: number]>([
    ['7days', 200],
    ['day7', 200],
    ['-7', 200],
    [-7, 422],
    [99, 422],
    ['99', 422],
  ])('creates a tag for a name, and for no other value: %j', async (item, status) => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.unknown', 'create') })
    const { tags } = service.world.tables
    const before = tags.size
    expect((await sync(service, { tags: [item] })).status).toBe(status)
    if (status !== 200) expect(tags.size).toBe(before)
    else {
      expect(tags.must(tags.lastId)).toMatchObject({
        id: before + 1,
        name: item,
        slug: item,
        color: null,
        is_predefined: false,
        legacy_nest_id: null,
      })
    }
  })

  it.each<[what: string, body: Json, status: number]>([
    ['numbers', { tags: [1] }, 422],
    ['empty ones', { tags: [''] }, 422],
    ['tags of 192 characters', { tags: ['x'.repeat(192)] }, 422],
    ['the other name', { tag_ids: ['1'] }, 422],
    ['both names', { tags: ['1'], tag_ids: [2] }, 200],
    ['strings', { tags: ['1', 'rust'] }, 200],
    ['an object of strings', { tags: { first: '1' } }, 200],
    ['an object of integers', { tags: { first: 1 } }, 422],
    ['a slug in another case', { tags: ['RUST'] }, 200],
  ])('accepts only strings with that choice: %s', async (_, body, status) => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.body', 'strings') })
    expect((await sync(service, body)).status).toBe(status)
  })
})
