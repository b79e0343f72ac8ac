import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../store/testing/temp-folder.ts'
import { type Json, type Service, startService } from '../../testing/service.ts'
import { createUser, expectRefusal, start, worldOf } from '../testing/control.ts'

const take = ({ ask }: Service, name: string, prefix = '') =>
  ask('POST', `${prefix}/_nestbox/snapshots`, { json: { name } })

const restore = ({ ask }: Service, name: string, prefix = '') =>
  ask('POST', `${prefix}/_nestbox/snapshots/${name}/restore`)

const forget = ({ ask }: Service, name: string, prefix = '') =>
  ask('DELETE', `${prefix}/_nestbox/snapshots/${name}`)

const names = async ({ ask }: Service, prefix = ''): Promise<string[]> =>
  (await ask('GET', `${prefix}/_nestbox/snapshots`)).json.snapshots.map(({ name }: Json) => name)

describe('a snapshot', () => {
  it('is created with the checksum of the world, and listed', async () => {
    const service = await start()
    await createUser(service)
    const before = Date.now()
    const { status, json } = await take(service, 'before-checkout')
    expect([status, json]).toEqual([
      201,
      { name: 'before-checkout', at: expect.any(String), checksum: service.world.checksum() },
    ])
    expect(Date.parse(json.at)).toBeGreaterThanOrEqual(before)
    expect((await service.ask('GET', '/_nestbox/snapshots')).json).toEqual({ snapshots: [json] })
  })

  it('can be restored repeatedly, and responds with the restored world', async () => {
    const service = await start()
    await createUser(service, 'kept')
    await take(service, 's')
    const kept = await worldOf(service)
    for (const name of ['one', 'two']) {
      await createUser(service, name)
      const { status, json } = await restore(service, 's')
      expect([status, json]).toEqual([200, kept])
      expect(await worldOf(service)).toEqual(kept)
    }
  })

  it('leads to the same ids and UUIDs after each restore', async () => {
    const service = await start()
    await createUser(service, 'kept')
    await take(service, 's')
    const made = async () => (await createUser(service)).json.attributes.uuid
    const first = await made()
    for (const _ of [1, 2]) {
      await restore(service, 's')
      expect(await made()).toBe(first)
    }
  })

  it('replaces a snapshot of the same name', async () => {
    const service = await start()
    await take(service, 's')
    await take(service, 't')
    await createUser(service, 'kept')
    const { json } = await take(service, 's')
    expect(await names(service)).toEqual(['t', 's'])
    await service.ask('POST', '/_nestbox/reset')
    expect((await restore(service, 's')).json.checksum).toBe(json.checksum)
  })

  it('is deleted', async () => {
    const service = await start()
    await take(service, 's')
    expect(await forget(service, 's')).toMatchObject({ status: 204, text: '' })
    expect(await names(service)).toEqual([])
  })

  it('of a world with another seed restores that world, and a reset returns to the world of the last reset', async () => {
    const service = await startService({ scale: 3 })
    await take(service, 'first')
    const { json: second } = await service.ask('POST', '/_nestbox/reset?seed=two')
    expect((await restore(service, 'first')).json).toMatchObject({
      seed: 'nestbox',
      checksum: service.checksum,
    })
    expect((await service.ask('POST', '/_nestbox/reset')).json).toEqual(second)
    // Omitted settings are those of the current world.
    await restore(service, 'first')
    expect((await service.ask('POST', '/_nestbox/reset?scale=4')).json).toMatchObject({
      seed: 'nestbox',
      scale: 4,
    })
  })

  it('is durable when it is restored', async () => {
    const data = join(await tempFolder(), 'world.json')
    const service = await start({ data })
    await createUser(service, 'kept')
    await take(service, 's')
    await service.ask('POST', '/_nestbox/reset')
    expect(await readFile(data, 'utf8')).not.toContain('kept')
    const { json } = await restore(service, 's')
    expect(await readFile(data, 'utf8')).toContain('kept')
    await service.close()
    expect(await worldOf(await startService({ data }))).toEqual(json)
  })

  it('of a sandbox is separate from those of the main world and of other sandboxes', async () => {
    const service = await start()
    const worlds = ['', '/~one', '/~two']
    for (const prefix of worlds) {
      await createUser(service, `in${prefix.slice(2)}`, prefix)
      await take(service, 's', prefix)
    }
    await take(service, 'own', '/~one')
    const kept = await Promise.all(worlds.map((prefix) => worldOf(service, prefix)))
    for (const prefix of worlds) await service.ask('POST', `${prefix}/_nestbox/reset`)
    for (const prefix of worlds.toReversed()) await restore(service, 's', prefix)
    expect(await Promise.all(worlds.map((prefix) => worldOf(service, prefix)))).toEqual(kept)
    await forget(service, 's', '/~one')
    expect(await Promise.all(worlds.map((prefix) => names(service, prefix)))).toEqual([['s'], ['own'], ['s']])
    expect((await service.ask('GET', '/_nestbox/snapshots?sandbox=two')).json.snapshots).toHaveLength(1)
  })

  it('is refused when there are 100', async () => {
    const service = await start()
    for (let count = 0; count < 100; count += 1) await take(service, `s${count}`)
    await expectRefusal(service, ['POST', '/snapshots', { json: { name: 'more' } }], 409, '100', 'delete')
    expect((await take(service, 's0')).status).toBe(201)
    expect((await take(service, 'more', '/~one')).status).toBe(201)
    await forget(service, 's1')
    expect((await take(service, 'more')).status).toBe(201)
  })

  it.each(['a', 'A-b_c.d', '0', '-', '_', 'x'.repeat(64), '__proto__', 'constructor'])(
    'can have the name %s',
    async (name) => {
      const service = await start()
      expect((await take(service, name)).status).toBe(201)
      expect((await restore(service, name)).status).toBe(200)
      expect((await forget(service, name)).status).toBe(204)
    },
  )

  it.each<[what: string, json: unknown, ...says: string[]]>([
    ['nothing', { name: '' }, '`name`', '1 to 64'],
    ['65 letters', { name: 'x'.repeat(65) }, '`name`', '1 to 64'],
    ['a slash', { name: 'a/b' }, '`name`', 'letters'],
    ['a blank', { name: 'a b' }, '`name`', 'letters'],
    ['letters beyond a to z', { name: 'é' }, '`name`', 'letters'],
    ['a parent folder', { name: '..' }, '`name`', 'dots'],
    ['a second line', { name: 'a\n' }, '`name`', 'letters'],
    ['a number', { name: 1 }, '`name`', 'letters', 'not 1'],
    ['no name', {}, '`name`', 'letters'],
    ['a path with a slash', { name: 'a', text: 'b' }, 'no field `text`', 'only field is `name`'],
    ['a list', ['a'], 'object'],
  ])('cannot have the name %s', async (_, json, ...says) => {
    await expectRefusal(await start(), ['POST', '/snapshots', { json }], 422, ...says)
  })

  it.each([
    ['restored', 'POST', '/restore'],
    ['deleted', 'DELETE', ''],
  ])('cannot be %s if it does not exist; the error lists the existing ones', async (_, method, path) => {
    const service = await start()
    await createUser(service)
    await expectRefusal(service, [method, `/snapshots/none${path}`], 404, '"none"', 'none was taken yet')
    for (const name of ['one', 'two']) await take(service, name)
    await expectRefusal(service, [method, `/snapshots/none${path}`], 404, '"none"', 'one, two')
    await expectRefusal(service, [method, `/snapshots/%E0${path}`], 404, '%E0')
    await expectRefusal(service, [method, `/snapshots/a%2Fb${path}`], 404, '"a/b"')
  })
})
