import { type FileHandle, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DurableFile } from './durable-file.ts'
import { canTellOpenFiles, everyFile, openIn, pathOf } from './testing/open-files.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { World } from './world.ts'
import { dataOf } from './world-data.ts'

const dataFile = async (): Promise<string> => join(await tempFolder(), 'world.json')

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
    await new DurableFile(path).write(dataOf(worldOfHosts(2)))
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

  // Rows are put into words 500 at a time.
  it.each([499, 500, 501, 1000, 1001])('is whole with %i rows, each once', async (count) => {
    const path = await dataFile()
    const data = dataOf(worldOfHosts(count))
    await new DurableFile(path).write(data)
    const text = await readFile(path, 'utf8')
    expect(JSON.parse(text)).toEqual(data)
    expect(text.split('\n')).toHaveLength(count + 16)
  })
})

describe('a write of a data file', () => {
  it('goes to the disk in few trips, and in more than one where there is much', async () => {
    const writeFile = vi.spyOn(await everyFile(), 'writeFile')
    onTestFinished(() => writeFile.mockRestore())
    await new DurableFile(await dataFile()).write(dataOf(worldOfHosts(10)))
    expect(writeFile).toHaveBeenCalledTimes(1)
    writeFile.mockClear()
    // 300 KB in pieces of 30.
    await new DurableFile(await dataFile()).write(dataOf(worldOfHosts(5_000)))
    expect(writeFile.mock.calls.length).toBeGreaterThan(2)
    expect(writeFile.mock.calls.length).toBeLessThan(6)
  })

  it('puts only those rows into words that are new since the last one', async () => {
    const file = new DurableFile(await dataFile())
    const world = worldOfHosts(3)
    await file.write(dataOf(world))
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    const changed = world.tables.hosts.replace({ ...world.tables.hosts.must(2), name: 'other' })
    await file.write(dataOf(world))
    const rows: readonly unknown[] = world.tables.hosts.rows()
    expect(stringify.mock.calls.map(([value]) => value).filter((value) => rows.includes(value))).toEqual([
      changed,
    ])
  })

  describe.runIf(canTellOpenFiles)('where the system tells which files are open', () => {
    it('is on the disk before it takes the name of the file, and its name soon after', async () => {
      const path = await dataFile()
      const anyFile = await everyFile()
      const { sync } = anyFile
      const synced: [file: string, inFolder: string[]][] = []
      const watched = vi.spyOn(anyFile, 'sync').mockImplementation(async function (this: FileHandle) {
        synced.push([basename(await pathOf(this.fd)), await readdir(dirname(path))])
        return sync.call(this)
      })
      onTestFinished(() => watched.mockRestore())
      await new DurableFile(path).write(dataOf(worldOfHosts(1)))
      expect(synced).toEqual([
        ['.world.json.tmp', ['.world.json.tmp']],
        [basename(dirname(path)), ['world.json']],
      ])
    })

    it('leaves nothing open, whether it goes well or not', async () => {
      const path = await dataFile()
      const file = new DurableFile(path)
      await file.write(dataOf(worldOfHosts(1)))
      const failing = vi.spyOn(await everyFile(), 'sync').mockRejectedValueOnce(new Error('no'))
      onTestFinished(() => failing.mockRestore())
      await expect(file.write(dataOf(worldOfHosts(2)))).rejects.toThrow('no')
      expect(await openIn(dirname(path))).toEqual([])
    })
  })
})
