import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { PersistentWorld } from './persistent-world.ts'
import { soleWriter } from './testing/sole-writer.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { World } from './world.ts'
import { dataOf } from './world-data.ts'
import { worldFile } from './world-file.ts'

const demo = makeWorld({ seed: 'file', scenario: 'demo', scale: 3 })

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

/** Writes a world as a service does that starts with this path. */
async function write(path: string, world: World = demo): Promise<void> {
  const file = await PersistentWorld.open(path)
  await file.replace(world).finally(() => file.close())
}

function worldOfHosts(count: number): World {
  const world = new World({ seed: 'file', scenario: 'empty', scale: 0, today: '2026-06-01' })
  for (let number = 1; number <= count; number += 1) {
    world.tables.hosts.insert({ name: `db-${number}`, host: 'db.example.com', port: 3306 })
  }
  return world
}

describe('the text of a data file', () => {
  it('has a line for each table without rows, and one for each row of the others', async () => {
    const path = await dataFile()
    await write(path, worldOfHosts(2))
    const [head, ...lines] = (await readFile(path, 'utf8')).split('\n')
    expect(head).toMatch(/^\{"format":"nestbox-world",.*,"lastIds":\{.*\},"tables":\{$/)
    expect(lines).toEqual([
      '"locations":[],',
      '"tags":[],',
      '"nodes":[],',
      '"eggs":[],',
      '"variables":[],',
      '"users":[],',
      '"servers":[],',
      '"allocations":[],',
      '"mounts":[],',
      '"backups":[],',
      '"hosts":[',
      '{"id":1,"name":"db-1","host":"db.example.com","port":3306},',
      '{"id":2,"name":"db-2","host":"db.example.com","port":3306}',
      '],',
      '"databases":[]',
      '}}',
      '',
    ])
  })

  it('has the description of the world', async () => {
    const path = await dataFile()
    await write(path)
    const { tables, lastIds, ...head } = JSON.parse(await readFile(path, 'utf8'))
    const which = { seed: 'file', scenario: 'demo', scale: 3, today: '2026-06-01' }
    expect(head).toEqual({ format: 'nestbox-world', version: 1, ...which })
    expect(Object.keys(tables)).toEqual(Object.keys(demo.tables))
    expect(lastIds.servers).toBe(3)
  })

  it.each([1, 64, 20_000])('contains each of %i rows once', async (count) => {
    const path = await dataFile()
    const data = dataOf(worldOfHosts(count))
    await worldFile(path, soleWriter).write(data)
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text)).toEqual(data)
    expect(text.split('\n')).toHaveLength(count + 16)
  })

  it('is created again only for rows that changed since the last write', async () => {
    const file = worldFile(await dataFile(), soleWriter)
    const world = worldOfHosts(200)
    await file.write(dataOf(world))
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    world.tables.hosts.replace({ ...world.tables.hosts.must(70), name: 'other' })
    await file.write(dataOf(world))
    const rows: readonly unknown[] = world.tables.hosts.rows()
    const written = stringify.mock.calls.map(([value]) => rows.indexOf(value)).filter((at) => at >= 0)
    expect(written).toEqual([69])
  })

  it('is correct after every kind of write, and after writes that failed', async () => {
    const path = await dataFile()
    const file = worldFile(path, soleWriter)
    const world = worldOfHosts(200)
    const { hosts } = world.tables
    await file.write(dataOf(world))
    const obstacle = join(dirname(path), `.world.json.${soleWriter.id}.tmp`)
    const writes = [
      () => hosts.remove(3),
      () => hosts.replace({ ...hosts.must(64), name: 'other' }),
      () => hosts.insert({ name: 'db-new', host: 'db.example.com', port: 3306 }),
      () => hosts.remove(201),
      () => {
        for (const { id } of hosts.rows()) hosts.remove(id)
      },
    ]
    for (const change of writes) {
      change()
      await mkdir(obstacle)
      await expect(file.write(dataOf(world))).rejects.toThrow()
      await rm(obstacle, { recursive: true })
      await file.write(dataOf(world))
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(world))
    }
  })
})

describe('a data file', () => {
  it('can start with a byte order mark', async () => {
    const path = await dataFile()
    await write(path)
    await writeFile(path, `\uFEFF${await readFile(path, 'utf8')}`)
    expect(await worldFile(path, soleWriter).read()).toEqual(dataOf(demo))
  })

  it('is written although a crash left a temporary file', async () => {
    const path = await dataFile()
    await writeFile(join(dirname(path), `.world.json.${soleWriter.id}.tmp`), 'x'.repeat(1_000_000))
    await write(path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(demo))
    expect(await readdir(dirname(path))).toEqual(['world.json'])
  })

  it('can be written after its folder was created', async () => {
    const path = join(await tempFolder(), 'later', 'world.json')
    const file = worldFile(path, soleWriter)
    await expect(file.write(dataOf(demo))).rejects.toThrow('ENOENT')
    await mkdir(dirname(path))
    await file.write(dataOf(demo))
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(dataOf(demo))
  })
})

it('a data file that would be too large to read is not written', async () => {
  const path = await dataFile()
  const bytes = Buffer.byteLength(JSON.stringify(dataOf(demo)))
  await write(path)
  const before = await readFile(path)
  await expect(worldFile(path, soleWriter, bytes).write(dataOf(demo))).rejects.toThrow(
    `it would have more than ${bytes} bytes`,
  )
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(dirname(path))).toEqual(['world.json'])
  await worldFile(path, soleWriter, before.length).write(dataOf(demo))
})

describe.skipIf(process.platform === 'win32')('the mode and links of a data file', () => {
  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

  it('are for the owner only if the file is new', async () => {
    const path = await dataFile()
    await write(path)
    expect(await modeOf(path)).toBe('600')
  })

  it.each(['644', '640', '666'])('are kept: %s', async (mode) => {
    const path = await dataFile()
    await write(path)
    await chmod(path, Number.parseInt(mode, 8))
    await write(path)
    expect(await modeOf(path)).toBe(mode)
  })

  it.runIf(process.getuid?.() === 0)('include the owner if root writes the file', async () => {
    const path = await dataFile()
    await write(path)
    await chown(path, 65_534, 65_533)
    await write(path)
    const { uid, gid } = await stat(path)
    expect([uid, gid, await modeOf(path)]).toEqual([65_534, 65_533, '600'])
  })

  it.each([
    ['is there', (path: string) => write(path)],
    ['does not exist yet', async () => {}],
  ])('are kept for a link to a file that %s, and that file is written', async (_, make) => {
    const folder = await tempFolder()
    const [target, link] = [join(folder, 'far', 'target.json'), join(folder, 'world.json')]
    await mkdir(dirname(target))
    await make(target)
    await symlink(join('far', 'target.json'), link)
    await write(link, worldOfHosts(1))
    expect(await readlink(link)).toBe(join('far', 'target.json'))
    expect((await lstat(target)).isFile()).toBe(true)
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual(dataOf(worldOfHosts(1)))
    expect(await readdir(folder)).toEqual(['far', 'world.json'])
    await rm(link)
  })
})
