import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNestbox } from '../nestbox.ts'
import { BadOption } from '../options/check-options.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { OtherWorld } from '../store/errors.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The day of the world that a service starts with, and its newest date. */
async function dayOf(options: NestboxOptions) {
  await using nestbox = await startNestbox({ scenario: 'empty', ...options })
  return [nestbox.info().today, nestbox.world.tables.servers.must(1).created_at]
}

describe('the day of a world', () => {
  it.each<[what: string, options: NestboxOptions, day: string, eve: string]>([
    ['the day of the clock', { clock: () => '2027-03-01T00:00:00+00:00' }, '2027-03-01', '2027-02-28'],
    ['in UTC', { clock: () => '2027-03-01T00:30:00+02:00' }, '2027-02-28', '2027-02-27'],
    [
      'the configured day, despite the clock',
      { clock: () => '2030-01-01T00:00:00+00:00', today: '2026-06-01' },
      '2026-06-01',
      '2026-05-31',
    ],
  ])('is %s', async (_, options, day, eve) => {
    expect(await dayOf(options)).toEqual([day, `${eve}T00:00:00+00:00`])
  })

  it('is the current day by default', async () => {
    const before = new Date().toISOString().slice(0, 10)
    const [day] = await dayOf({})
    // Midnight may have passed meanwhile.
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(day)
  })

  it.each<[what: string, options: object, says: RegExp]>([
    ['a day that does not exist', { today: '2026-02-30' }, /"today" must be a day from 1970 on/],
    ['a moment', { today: '2026-06-01T12:00:00+00:00' }, /"today" must be a day/],
    ['a day that is too early', { today: '1969-12-31' }, /"today" must be a day/],
    ['a number', { today: 20260601 }, /"today" must be a day/],
    [
      'a clock that returns no valid time',
      { clock: () => 'noon' },
      /"clock" must return timestamps .+, not "noon"/,
    ],
    [
      'a clock with times that a data file cannot have',
      { clock: () => '2026-06-01T12:00:00.000Z', today: '2026-06-01' },
      /"clock" must return timestamps with a numeric UTC offset/,
    ],
    ['a clock before 1970', { clock: () => '1969-12-31T23:59:59+00:00' }, /"clock" must return/],
  ])('is not %s', async (_, options, says) => {
    const started = startNestbox(options)
    await expect(started).rejects.toThrow(BadOption)
    await expect(started).rejects.toThrow(says)
  })
})

describe('a data file', () => {
  const at = (name: string) => ({ data: join(folder, name), scenario: 'empty' }) as const

  it('keeps the day of its world', async () => {
    const first = await dayOf({ ...at('keeps.json'), today: '2026-06-01' })
    expect(await dayOf({ ...at('keeps.json'), clock: () => '2027-03-01T00:00:00+00:00' })).toEqual(first)
    expect(await dayOf({ ...at('keeps.json'), today: '2026-06-01' })).toEqual(first)
  })

  it('is refused for another day, and unchanged', async () => {
    await dayOf({ ...at('other.json'), today: '2026-06-01' })
    const before = await readFile(at('other.json').data)
    const started = startNestbox({ ...at('other.json'), today: '2026-06-02' })
    await expect(started).rejects.toThrow(OtherWorld)
    await expect(started).rejects.toThrow('holds a world of today 2026-06-01, not 2026-06-02')
    expect(await readFile(at('other.json').data)).toEqual(before)
  })

  it('is refused for an invalid day', async () => {
    await dayOf(at('none.json'))
    const text = await readFile(at('none.json').data, 'utf8')
    await writeFile(at('none.json').data, text.replace(/"today":"[\d-]+"/, '"today":"2026-02-30"'))
    await expect(startNestbox(at('none.json'))).rejects.toThrow(
      'today must be a day from 1970 on, such as 2026-06-01',
    )
  })
})

describe('a reset', () => {
  it('keeps the day of the world, in sandboxes too, and changes it on request', async () => {
    await using nestbox = await startNestbox({ scenario: 'empty', today: '2026-06-01' })
    const sandbox = nestbox.sandbox('one')
    expect((await sandbox.reset({ scenario: 'demo' })).today).toBe('2026-06-01')
    expect((await sandbox.reset({ today: '2027-03-01' })).today).toBe('2027-03-01')
    expect((await sandbox.reset({ seed: 'two' })).today).toBe('2027-03-01')
    expect((await sandbox.reset()).today).toBe('2027-03-01')
    expect(nestbox.info().today).toBe('2026-06-01')
    await expect(sandbox.reset({ today: 'soon' })).rejects.toThrow(
      'The `today` must be a day from 1970 on, such as 2026-06-01, not "soon".',
    )
  })
})
