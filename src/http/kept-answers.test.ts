import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { Sent } from '../journal/entry.ts'
import { send } from '../testing/send.ts'
import { type Service, startService } from '../testing/service.ts'
import { KeptAnswers } from './kept-answers.ts'

const sentOf = (text: string): Sent => ({
  operation: 'listServerMounts',
  bearer: 'nobody',
  status: 200,
  text,
  headers: {},
  assumed: [],
})

describe('kept answers', () => {
  const basis = { stamp: {}, gapSettings: new GapSettings(), tokenMoves: 0 }

  it('are found as long as their basis is the same', () => {
    const answers = new KeptAnswers()
    const sent = sentOf('a')
    answers.put('q', basis, sent)
    expect(answers.get('q', basis)?.answer).toBe(sent)
    expect(answers.get('other', basis)).toBeUndefined()
    expect(answers.get('q', { ...basis, stamp: {} })).toBeUndefined()
    expect(answers.get('q', { ...basis, gapSettings: new GapSettings() })).toBeUndefined()
    expect(answers.get('q', { ...basis, tokenMoves: 1 })).toBeUndefined()
  })

  it('are replaced by later ones to the same question', () => {
    const answers = new KeptAnswers()
    answers.put('q', basis, sentOf('old'))
    answers.put('q', basis, sentOf('new'))
    expect(answers.get('q', basis)?.answer.text).toBe('new')
  })

  it('stay within bounds: those that were kept first go', () => {
    const answers = new KeptAnswers()
    // Together with a question of two characters two hundred thousand.
    const text = 'x'.repeat(199_998)
    for (let count = 0; count < 100; count += 1)
      answers.put(String(count).padStart(2, '0'), basis, sentOf(text))
    const there = Array.from(
      { length: 100 },
      (_, count) => answers.get(String(count).padStart(2, '0'), basis) !== undefined,
    )
    expect(there.filter(Boolean)).toHaveLength(80)
    expect(there.indexOf(true)).toBe(20)
  })

  it('stay within bounds however long the questions are', () => {
    const answers = new KeptAnswers()
    const question = (count: number) => `${count} ${'x'.repeat(199_998 - String(count).length)}`
    for (let count = 0; count < 100; count += 1) answers.put(question(count), basis, sentOf('a'))
    expect(answers.get(question(19), basis)).toBeUndefined()
    expect(answers.get(question(20), basis)).toBeDefined()
  })

  it('are not kept at all if they are huge', () => {
    const answers = new KeptAnswers()
    answers.put('q', basis, sentOf('x'.repeat(300_000)))
    expect(answers.get('q', basis)).toBeUndefined()
  })
})

describe('a read that is asked twice', () => {
  const mounts = '/api/admin/servers/1/mounts'
  const backups = ({ world }: Service) => `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`

  it('is answered alike, with the same gaps named', async () => {
    const service = await startService()
    const ask = () => service.ask('GET', `${backups(service)}?per_page=51`, { token: service.user })
    const [first, second] = [await ask(), await ask()]
    expect(second.text).toBe(first.text)
    expect(first.headers.get('x-nestbox-assumed')).toContain('page.over-maximum')
    for (const name of ['x-nestbox-assumed', 'content-type', 'content-length']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
    const [one, other] = service.requests()
    expect(other).toMatchObject({ assumed: one?.assumed, response: { body: one?.response.body } })
  })

  it.each<[what: string, meanwhile: (service: Service) => Promise<unknown> | unknown]>([
    [
      'something was written',
      ({ ask, root, world }) =>
        ask('PUT', '/api/admin/servers/1/startup', {
          token: root,
          json: { egg_id: world.tables.eggs.ids().find((id) => id !== world.tables.servers.must(1).egg_id) },
        }),
    ],
    ['the world was reset', ({ reset }) => reset({ seed: 'another' })],
    ['a gap was turned', ({ gaps }) => gaps.set({ 'mounts.eligible': 'all' })],
  ])('is answered anew after %s', async (_, meanwhile) => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.enforced', 'allow') })
    const ask = () => service.ask('GET', mounts, { token: service.root })
    const before = await ask()
    await meanwhile(service)
    const after = await ask()
    expect([before.status, after.status]).toEqual([200, 200])
    expect(after.text).not.toBe(before.text)
  })

  it('is refused all the same after the token was revoked, or for who may not', async () => {
    const service = await startService()
    const ask = (token: string) => service.ask('GET', mounts, { token })
    expect((await ask(service.root)).status).toBe(200)
    expect((await ask(service.user)).status).toBe(403)
    service.tokens.change({ rootClient: { status: 'revoked' } })
    expect((await ask(service.root)).status).toBe(401)
  })

  it('is answered by the operation once', async () => {
    let moments = 0
    const clock = () => {
      moments += 1
      return '2026-01-01T00:00:00+00:00'
    }
    const service = await startService({ clock })
    for (let times = 0; times < 3; times += 1) await service.ask('GET', mounts, { token: service.root })
    expect(moments).toBe(1)
    expect(service.requests({ operation: 'listServerMounts', status: 200 })).toHaveLength(3)
  })

  it('is not answered by what was told in another sandbox, or under another name', async () => {
    const service = await startService()
    const path = `${backups(service)}?per_page=5`
    const next = async (prefix: string, host = new URL(service.url).host) => {
      const headers = { authorization: `Bearer ${service.user}`, host }
      const { json } = await send(service.url, 'GET', prefix + path, { headers })
      return json.meta.pagination.links.next
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await next('')).toBe(`${service.url}${path}&page=2`)
      expect(await next('/~mine')).toBe(`${service.url}/~mine${path}&page=2`)
      expect(await next('', 'panel.test')).toBe(`http://panel.test${path}&page=2`)
    }
  })

  it('goes back to what was true before when a snapshot is restored', async () => {
    const service = await startService()
    const ask = async () => (await service.ask('GET', mounts, { token: service.root })).text
    const first = await ask()
    service.snapshot()
    await service.reset({ seed: 'another' })
    expect(await ask()).not.toBe(first)
    await service.restore()
    expect(await ask()).toBe(first)
  })

  it('is answered with the headers that its own origin wants', async () => {
    const service = await startService()
    const allowed = async (origin?: string) => {
      const headers = origin === undefined ? {} : { origin }
      const answer = await service.ask('GET', mounts, { token: service.root, headers })
      return answer.headers.get('access-control-allow-origin')
    }
    const origins = ['https://one.test', undefined, 'https://two.test', undefined, 'https://one.test']
    for (const origin of origins) expect(await allowed(origin)).toBe(origin ?? null)
  })

  it('is still befallen by faults', async () => {
    const service = await startService()
    const ask = async (headers: Record<string, string> = {}) =>
      (await service.ask('GET', mounts, { token: service.root, headers })).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    expect(await ask({ prefer: 'code=503' })).toBe(503)
    service.faults.add({ code: 502 })
    expect(await ask()).toBe(502)
    service.faults.clear()
    expect(await ask()).toBe(200)
  })

  it('is still counted', async () => {
    const service = await startService({ gaps: { 'rate.limit': '256-a-minute' } })
    const left = async () =>
      (await service.ask('GET', mounts, { token: service.root })).headers.get('x-ratelimit-remaining')
    const [first, second] = [Number(await left()), Number(await left())]
    expect(second).toBe(first - 1)
  })
})
