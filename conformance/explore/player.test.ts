import { expect, it } from 'vitest'
import type { RequestParts, Session } from '../judge/session.ts'
import type { Call } from '../steps/step.ts'
import { Player } from './player.ts'

const sync: Call = {
  operation: 'syncNodeTags',
  subject: 'node',
  named: 1,
  credential: 'rootClient',
  tags: [1],
}
const update: Call = { operation: 'updateNode', subject: 'node', named: 1, credential: 'application' }
const forged: Call = { ...sync, credential: 'garbage', tags: [2] }
const read: Call = { operation: 'listServerMounts', subject: 'server', named: 1, credential: 'rootClient' }

/** Plays a burst, and returns whether its first request was sent as one whose response may show another write. */
async function isContested(burst: readonly Call[]): Promise<boolean> {
  const sent: RequestParts[] = []
  const session = {
    send: async (_: string, parts: RequestParts) => {
      sent.push(parts)
      return { reply: undefined }
    },
  }
  // A player of a burst uses nothing else of its session.
  await new Player(session as unknown as Session).play({ burst })
  return sent[0]?.isContested ?? false
}

it.each([
  ['a read', [sync, read], false],
  ['a write that must be refused', [sync, forged, read], false],
  ['another write', [sync, update], true],
  ['the same write', [sync, sync], true],
])('a write is sent at the same time as %s', async (_, burst, expected) => {
  expect(await isContested(burst)).toBe(expected)
})

it.each([
  ['a write', [sync, read], true],
  ['reads alone', [read, read], false],
])(
  'the responses to requests at once may show others only with a write among them: %s',
  async (_, burst, isMixed) => {
    const session = { send: async () => ({ reply: undefined }) }
    // A player of a burst uses nothing else of its session.
    const entries = await new Player(session as unknown as Session).play({ burst })
    expect(entries.map((entry) => entry.burst !== undefined)).toEqual([isMixed, isMixed])
  },
)
