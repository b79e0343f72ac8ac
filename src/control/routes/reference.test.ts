import { describe, expect, it, vi } from 'vitest'
import { start } from '../testing/control.ts'

const { openApi } = vi.hoisted(() => ({
  openApi: vi.fn(async ({ base }: { base: string }) => ({ servers: [{ url: base }] })),
}))

vi.mock('../../openapi/open-api.ts', () => ({ openApi }))

describe('the description of the mocked API', () => {
  it('is made once for equal worlds and settings, and only the latest ten are kept', async () => {
    const { ask } = await start()
    const describeAll = async (...names: readonly number[]) => {
      openApi.mockClear()
      for (const name of names) {
        const { json } = await ask('GET', `/~s${name}/_nestbox/openapi.json`)
        expect(json.servers[0].url).toMatch(`/~s${name}`)
      }
      return openApi.mock.calls.length
    }
    const all = Array.from({ length: 11 }, (_, at) => at)
    expect(await describeAll(...all)).toBe(11)
    expect(await describeAll(...all.slice(1))).toBe(0)
    expect(await describeAll(0)).toBe(1)
    await ask('PATCH', '/~s10/_nestbox/gaps', { json: { 'status.created': '200' } })
    await ask('PATCH', '/~s9/_nestbox/rows/servers/1', { json: { name: 'Other' } })
    expect(await describeAll(8, 9, 10)).toBe(2)
  })
})
