import { describe, expect, it } from 'vitest'
import { gaps, isSettable, settableGapIds } from '../../contract/gaps/index.ts'
import { GapSettings, profile } from '../../gaps/gap-settings.ts'
import type { Json, Service } from '../../testing/service.ts'
import { beginUser, createUser, expectRefusal, start } from '../testing/control.ts'

const list = async ({ ask }: Service, prefix = ''): Promise<Json[]> =>
  (await ask('GET', `${prefix}/_nestbox/gaps`)).json.gaps

const turn = ({ ask }: Service, json: object, prefix = '') =>
  ask('PATCH', `${prefix}/_nestbox/gaps`, { json })

const choices = async (service: Service, prefix = ''): Promise<Json> =>
  Object.fromEntries((await list(service, prefix)).map(({ id, choice }) => [id, choice]))

/** The treatment of upper case in a name, which one gap decides. */
const username = async (service: Service, name: string, prefix = '') =>
  (await createUser(service, name, prefix)).json.attributes.username

describe('the list of gaps', () => {
  it('has every gap with its question, its choices and the current choice', async () => {
    const service = await start({ gapSettings: new GapSettings().set('users.case', 'lower') })
    const found = await list(service)
    expect(found.map(({ id }) => id)).toEqual(Object.keys(gaps))
    expect(found.find(({ id }) => id === 'users.case')).toEqual({
      id: 'users.case',
      section: gaps['users.case'].section,
      subject: 'resources',
      question: gaps['users.case'].question,
      choices: gaps['users.case'].choices.map(([id, text]) => ({ id, text })),
      choice: 'lower',
      default: 'keep',
      panel: expect.any(String),
    })
    for (const { id, choice, default: usual, panel, choices: all } of found) {
      const ids = all.map((each: Json) => each.id)
      if (isSettable(id)) expect(ids).toEqual(expect.arrayContaining([choice, usual, panel]))
      else expect([choice, ids.length > 0]).toEqual([null, usual !== null])
    }
  })
})

describe('a change of gap settings', () => {
  it('takes effect with the next request, responds with the list, and can be undone', async () => {
    const service = await start()
    expect(await username(service, 'One')).toBe('One')
    const { status, json } = await turn(service, { 'users.case': 'lower' })
    expect([status, json.gaps]).toEqual([200, await list(service)])
    expect(await username(service, 'Two')).toBe('two')
    await turn(service, { 'users.case': null })
    expect(await username(service, 'Three')).toBe('Three')
  })

  it('restores the settings from the start of the server', async () => {
    const service = await start({ gapSettings: new GapSettings().set('users.case', 'lower') })
    await turn(service, { 'users.case': 'keep' })
    await turn(service, { 'users.case': null })
    expect((await choices(service))['users.case']).toBe('lower')
  })

  it('of one gap leaves the others unchanged', async () => {
    const service = await start()
    const before = await choices(service)
    await turn(service, { 'users.case': 'lower' })
    await turn(service, { 'page.over-maximum': 'refuse' })
    expect(await choices(service)).toEqual({
      ...before,
      'users.case': 'lower',
      'page.over-maximum': 'refuse',
    })
  })

  it.each(['literal', 'panel', 'grease:7'])('of all gaps selects the profile %s', async (name) => {
    const service = await start()
    await turn(service, { profile: name })
    expect(await choices(service)).toMatchObject(profile(name).settings)
  })

  it('of all gaps is applied before single gaps in the same request', async () => {
    const service = await start()
    const { settings } = profile('panel')
    const other = settings['users.case'] === 'keep' ? 'lower' : 'keep'
    await turn(service, { 'users.case': other, profile: 'panel' })
    expect(await choices(service)).toMatchObject({ ...settings, 'users.case': other })
    await turn(service, { profile: 'panel', 'users.case': null })
    expect((await choices(service))['users.case']).toBe('keep')
  })

  it('of all gaps can be undone with one request', async () => {
    const service = await start({ gapSettings: new GapSettings().set('users.case', 'lower') })
    const before = await choices(service)
    await turn(service, { profile: 'grease:7' })
    await turn(service, { profile: null, 'page.over-maximum': 'refuse' })
    expect(await choices(service)).toEqual({ ...before, 'page.over-maximum': 'refuse' })
  })

  it('without gaps changes nothing', async () => {
    const service = await start()
    const before = await choices(service)
    expect((await turn(service, {})).status).toBe(200)
    expect(await choices(service)).toEqual(before)
  })

  it('of the whole server applies to every sandbox, and one of a sandbox to that sandbox only and has priority', async () => {
    const service = await start()
    await turn(service, { 'users.case': 'lower' }, '/~one')
    expect(await username(service, 'A')).toBe('A')
    expect([await username(service, 'A', '/~one'), await username(service, 'A', '/~two')]).toEqual(['a', 'A'])
    await turn(service, { 'users.case': 'lower' })
    expect([await username(service, 'B', '/~two'), await username(service, 'B', '/~three')]).toEqual([
      'b',
      'b',
    ])
    await service.ask('PATCH', '/_nestbox/gaps?sandbox=one', { json: { 'users.case': 'keep' } })
    expect([await username(service, 'C', '/~one'), await username(service, 'C')]).toEqual(['C', 'c'])
    await turn(service, { 'users.case': null }, '/~one')
    expect(await username(service, 'D', '/~one')).toBe('d')
    await turn(service, { profile: 'literal' }, '/~one')
    expect([await username(service, 'E', '/~one'), await username(service, 'E', '/~two')]).toEqual(['E', 'e'])
  })

  it('does not affect requests that have begun', async () => {
    const service = await start()
    const slow = await beginUser(service, 'Slow')
    await turn(service, { 'users.case': 'lower' })
    expect((await slow()).body).toContain('"username":"Slow"')
    expect(await username(service, 'Quick')).toBe('quick')
  })

  const silent = Object.keys(gaps).find((id) => !isSettable(id)) ?? ''
  it.each<[what: string, json: unknown, ...says: string[]]>([
    ['an unknown gap', { nothing: 'x' }, '"nothing"', settableGapIds.at(-1) ?? ''],
    ['an unknown gap set to null', { nothing: null }, '"nothing"'],
    ['an unknown choice', { 'users.case': 'upper' }, '"upper"', 'keep, lower'],
    ['a gap that clients cannot observe', { [silent]: 'x' }, silent, 'cannot be observed'],
    ['an unknown profile', { profile: 'none' }, '"none"', 'literal, panel'],
    ['a choice that is not a string', { 'users.case': 1 }, '`users.case`', 'string'],
    ['a profile that is not a string', { profile: [] }, '`profile`', 'string'],
    [
      'a valid choice and an invalid one',
      { 'users.case': 'lower', 'page.over-maximum': 'x' },
      'page.over-maximum',
    ],
    ['a profile and an invalid choice', { profile: 'panel', nothing: 'x' }, 'nothing'],
    ['a name like that of an Object.prototype property', { constructor: 'x' }, 'constructor'],
    ['a list', [], 'object'],
    ['a text', 'panel', 'object'],
  ])('is refused as a whole for %s', async (_, json, ...says) => {
    const service = await start()
    await turn(service, { 'rate.limit': 'on' }).catch(() => {})
    await expectRefusal(service, ['PATCH', '/gaps', { json }], 422, ...says)
  })
})
