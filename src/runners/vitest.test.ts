import { describe, expect } from 'vitest'
import type { SandboxList } from '../sandboxes/model.ts'
import { nestboxTest } from './vitest.ts'

const test = nestboxTest({ scenario: 'empty', faults: ['waking-up'] })

describe('each test', () => {
  test.for([1, 2, 3])(
    'has its own sandbox, and those of earlier tests are deleted: %i',
    async (nth, { nestbox, nestboxServer }) => {
      const sandboxes = async () => {
        const list = await fetch(`${nestboxServer.url}/_nestbox/sandboxes`)
        return ((await list.json()) as SandboxList).sandboxes
      }
      expect(await sandboxes()).toEqual([{ name: `test-${nth}`, requests: 0 }])
      expect(nestbox.url).toBe(`${nestboxServer.url}/~test-${nth}`)
    },
  )

  test.for([1, 2])('meets the faults of the server from the first call: %i', async (_, { nestbox }) => {
    const headers = { authorization: `Bearer ${nestbox.tokens.rootClient}` }
    const ask = async () => (await fetch(`${nestbox.url}/api/admin/servers/1/mounts`, { headers })).status
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([503, 503, 503, 200])
  })
})
