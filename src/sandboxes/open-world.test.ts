import { readdirSync, readFileSync } from 'node:fs'
import { type FileHandle, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { worldFor } from '../fixtures/world-for.ts'
import { everyFile } from '../store/testing/open-files.ts'
import { tempFolder } from '../store/testing/temp-folder.ts'
import { temporaryFileOf } from '../store/testing/temporary-file.ts'
import type { World } from '../store/world.ts'
import { type Service, startService } from '../testing/service.ts'
import { openWorld } from './open-world.ts'
import type { ReadonlyWorld } from './readonly-world.ts'

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

const createUser = (service: Service, username: string) =>
  service.ask('POST', '/api/application/users', {
    token: service.application,
    json: { username, email: `${username}@example.com`, first_name: 'Jo', last_name: 'Doe' },
  })

const usernames = ({ world }: { readonly world: ReadonlyWorld }): string[] =>
  world.tables.users.rows().map(({ username }) => username)

type Files = Readonly<Record<string, string>>

/** The text of the data file and of all files next to it, as a crash at this time leaves them. */
const filesAt = (path: string): Files =>
  Object.fromEntries(
    readdirSync(dirname(path))
      .filter((name) => !name.includes('.lock'))
      .map((name) => [name, readFileSync(join(dirname(path), name), 'utf8')]),
  )

/** The world that a service finds that starts on copies of these files. */
async function foundIn(files: Files): Promise<World> {
  const data = await dataFile()
  for (const [name, text] of Object.entries(files)) await writeFile(join(dirname(data), name), text)
  const { base, keeper } = await openWorld({ data }, () => worldFor({}))
  await keeper.close()
  return base
}

describe('a world that cannot be replaced in its data file', () => {
  it.each<[what: string, replace: (service: Service) => ReturnType<Service['ask']>]>([
    ['a reset', (service) => service.ask('POST', '/_nestbox/reset')],
    ['a reset to another seed', (service) => service.ask('POST', '/_nestbox/reset?seed=other')],
    ['a restore', (service) => service.ask('POST', '/_nestbox/snapshots/before/restore')],
    [
      'a load',
      (service) => service.ask('PUT', '/_nestbox/state', { json: service.sandbox('aside').state() }),
    ],
  ])('is kept, and so are the writes that follow: %s', async (_, replace) => {
    const data = await dataFile()
    const service = await startService({ data })
    service.snapshot('before')
    expect(await createUser(service, 'first')).toMatchObject({ status: 201 })
    // A folder that has the name of the temporary file: a failure even for root.
    await mkdir(temporaryFileOf(data))
    expect(await replace(service)).toMatchObject({
      status: 507,
      json: {
        detail: 'The data file cannot be written: it is a directory, not a file. Nothing was changed.',
      },
    })
    expect(usernames(service)).toContain('first')
    await rm(temporaryFileOf(data), { recursive: true })
    expect(await createUser(service, 'second')).toMatchObject({ status: 201 })
    await service.close()
    const found = await foundIn(filesAt(data))
    expect(usernames({ world: found })).toEqual(expect.arrayContaining(['first', 'second']))
  })
})

it('a snapshot that is created while a write is being saved does not contain the write if it is refused', async () => {
  const data = await dataFile()
  const service = await startService({ data })
  await mkdir(temporaryFileOf(data))
  const refused = createUser(service, 'refused')
  while (!usernames(service).includes('refused')) await nextTurn()
  service.snapshot('during')
  const detail = 'The data file cannot be written: it is a directory, not a file. Nothing was changed.'
  expect(await refused).toMatchObject({ status: 507, json: { errors: [{ detail }] } })
  await rm(temporaryFileOf(data), { recursive: true })
  await service.restore('during')
  expect(usernames(service)).not.toContain('refused')
})

it('a world without free ids refuses new rows, is described, and can be started again', async () => {
  const data = await dataFile()
  const service = await startService({ data })
  const highest = 2 ** 52
  const state = service.state()
  await service.load({ ...state, lastIds: { ...state.lastIds, users: highest - 1 } })
  expect(await createUser(service, 'last')).toMatchObject({ json: { attributes: { id: highest } } })
  const { checksum } = service.info()
  const detail = `The table has no more ids; the highest is ${highest}. Nothing was changed.`
  expect(await createUser(service, 'refused')).toMatchObject({ status: 507, json: { errors: [{ detail }] } })
  expect(await service.ask('POST', '/_nestbox/rows', { json: { users: 1 } })).toMatchObject({
    status: 507,
    json: { detail },
  })
  expect((await service.ask('GET', '/_nestbox/openapi.json')).status).toBe(200)
  expect(service.info().checksum).toBe(checksum)
  await service.close()
  expect((await foundIn(filesAt(data))).checksum()).toBe(checksum)
})

describe('a crash while a world is replaced', () => {
  const worldAfter = (resets: number) => ({ seed: `world-${resets}`, scenario: 'empty', scale: 1 }) as const

  it('leaves the old world or the new world complete, with every write that was confirmed', async () => {
    const data = await dataFile()
    const service = await startService({ data, seed: 'world-0', scenario: 'empty' })
    let resets = 0
    let isResetting = false
    let answered: string[] = []
    const crashes: { files: Files; resets: number; isResetting: boolean; answered: string[] }[] = []
    const anyFile = await everyFile()
    for (const name of ['sync', 'datasync'] as const) {
      const original = anyFile[name]
      const spy = vi.spyOn(anyFile, name).mockImplementation(function (this: FileHandle) {
        crashes.push({ files: filesAt(data), resets, isResetting, answered: [...answered] })
        return original.call(this)
      })
      onTestFinished(() => spy.mockRestore())
    }
    let isOver = false
    const writer = async (client: number) => {
      for (let count = 1; !isOver; count += 1) {
        const name = `client-${client}-${count}`
        const before = [resets, isResetting].join()
        expect(await createUser(service, name)).toMatchObject({ status: 201 })
        // A simultaneous write may have been done before or after the reset.
        if (!isResetting && before === [resets, isResetting].join()) answered.push(name)
      }
    }
    const writers = Promise.all([1, 2, 3].map(writer))
    while (resets < 4) {
      await vi.waitFor(() => expect(answered.length).toBeGreaterThan(3))
      isResetting = true
      await service.reset({ seed: worldAfter(resets + 1).seed })
      isResetting = false
      resets += 1
      answered = []
    }
    isOver = true
    await writers
    await service.close()
    expect(crashes.some((crash) => crash.isResetting)).toBe(true)
    for (const crash of crashes) {
      const world = await foundIn(crash.files)
      const isNew = crash.isResetting && world.identity.seed === worldAfter(crash.resets + 1).seed
      const made = makeWorld(worldAfter(isNew ? crash.resets + 1 : crash.resets))
      expect(world.identity).toEqual(made.identity)
      expect(world.tables.nodes.rows()).toEqual(made.tables.nodes.rows())
      expect(world.tables.users.rows().slice(0, made.tables.users.size)).toEqual(made.tables.users.rows())
      if (!isNew) expect(usernames({ world })).toEqual(expect.arrayContaining(crash.answered))
    }
  }, 60_000)
})

describe('a data file that a service has written', () => {
  it.each<[what: string, work: (service: Service) => Promise<unknown>]>([
    [
      'with users who were equal under an earlier gap setting',
      async (service) => {
        service.gaps.set({ 'users.duplicate': 'accept' })
        for (const _ of [1, 2]) expect(await createUser(service, 'twin')).toMatchObject({ status: 201 })
        service.gaps.set({ 'users.duplicate': null })
      },
    ],
  ])('can be opened again: %s', async (_, work) => {
    const data = await dataFile()
    const service = await startService({ data })
    await work(service)
    const state = service.state()
    await service.close()
    expect((await startService({ data })).state()).toEqual(state)
  })
})

describe('a service that is closed', () => {
  it.each([
    ['a reset', (service: Service) => service.reset({ seed: 'other' })],
    ['a load', (service: Service) => service.load(service.sandbox('aside').state())],
  ])('writes nothing after it has released its data file: %s', async (_, replace) => {
    const data = await dataFile()
    const service = await startService({ data, scale: 200 })
    const replaced = replace(service).catch((error: unknown) => error)
    await service.close()
    const files = filesAt(data)
    // Another service has the file now.
    await writeFile(data, 'of another service')
    await replaced
    expect(Object.keys(files)).toEqual(['world.json'])
    expect(filesAt(data)).toEqual({ 'world.json': 'of another service' })
    expect(await readdir(dirname(data))).toEqual(['world.json'])
  })
})

describe('a data file with two names, which are hard links', () => {
  it('becomes two files that both have the confirmed writes', async () => {
    const one = await dataFile()
    await (await startService({ data: one })).close()
    const other = join(dirname(one), 'other.json')
    await link(one, other)
    const services = [await startService({ data: one }), await startService({ data: other })]
    for (const [index, service] of services.entries()) {
      expect(await createUser(service, `writer-${index}`)).toMatchObject({ status: 201 })
    }
    await Promise.all(services.map((service) => service.close()))
    const users = await Promise.all(
      [one, other].map(async (path) =>
        usernames({ world: await foundIn({ 'world.json': await readFile(path, 'utf8') }) }),
      ),
    )
    expect(users.map((names) => names.filter((name) => name.startsWith('writer')))).toEqual([
      ['writer-0'],
      ['writer-1'],
    ])
  })
})
