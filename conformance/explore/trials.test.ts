import { describe, expect, it } from 'vitest'
import { isBarred } from '../judge/access.ts'
import type { Finding } from '../rules/finding.ts'
import { type Call, callsOf, type Step } from '../steps/step.ts'
import type { PlainRequests } from './plain-requests.ts'
import { guessesOf } from './smaller.ts'
import { Trials } from './trials.ts'

const byRoot = { named: 1, credential: 'rootClient' } as const

const sync = (subject: Call['subject'], ...tags: readonly number[]): Call => ({
  ...{ operation: 'syncNodeTags', subject, tags, ...byRoot },
})

const read: Call = { operation: 'listServerMounts', subject: 'server', ...byRoot }
const update: Call = { operation: 'updateNode', subject: 'node', fields: { memory: 5 }, ...byRoot }
const user: Call = { operation: 'createUser', subject: 'users', ...byRoot }
const forged: Call = { ...sync('node', 1), credential: 'garbage' }

const plain = {
  control: () => read,
  opening: ({ operation, subject }: Call) => (operation === 'syncNodeTags' ? sync(subject, 9) : undefined),
} as unknown as PlainRequests

const finding = { check: '4.2/tags-now', key: '4.2/tags-now', failure: {} } as unknown as Finding

/**
 * Makes the finding of a server small.
 * @param steps those of its episode
 * @param shows whether the server shows the finding when steps are played
 */
async function small(steps: readonly Step[], shows: (calls: readonly Call[]) => boolean) {
  let sent = 0
  let users = 40
  const replay = async (some: readonly Step[]) => {
    const calls = some.flatMap(callsOf)
    sent += calls.length
    users -= calls.filter(({ operation }) => operation === 'createUser').length
    return { findings: shows(calls) ? [finding] : [], played: [] }
  }
  const pending = { finding, steps, played: steps.map(() => []), from: 0 }
  const trials = new Trials(pending, plain, replay, () => users)
  const first = await trials.first(guessesOf(pending, read))
  const { times } = (first && (await trials.smallest(first))) ?? { times: 0 }
  return { times, sent, users, steps: trials.shown?.steps ?? [] }
}

/** Whether one of some calls is the nth of its sort, counted from play to play. */
function every(nth: number, phase: number, isCounted: (call: Call) => boolean) {
  let count = phase
  return (call: Call): boolean => {
    if (isCounted(call)) count += 1
    return isCounted(call) && count % nth === 0
  }
}

describe('a finding is shown each time', () => {
  it.each([2, 3, 4].flatMap((nth) => Array.from({ length: nth }, (_, phase) => [nth, phase] as const)))(
    'if one of %i tag syncs is wrong, from the phase %i on',
    async (nth, phase) => {
      const syncs = [sync('node', 1, 2), read, sync('otherNode', 3), update, sync('node', 9), read, forged]
      const isWrong = every(nth, phase, ({ operation }) => operation === 'syncNodeTags')
      const { times, steps } = await small([...syncs, ...syncs, sync('node', 1)], (calls) =>
        calls.map((call) => isWrong(call) && call.tags?.join() === '1' && !isBarred(call)).includes(true),
      )
      expect(times).toBe(3)
      expect(steps.length).toBeLessThan(20)
    },
  )

  it('if every third refused request is carried out', async () => {
    const isDone = every(3, 0, isBarred)
    const { times, steps } = await small([update, forged, read, sync('node', 9), read], (calls) =>
      calls.map(isDone).includes(true),
    )
    expect(times).toBe(3)
    expect(steps.flatMap(callsOf).filter(isBarred).length).toBeGreaterThan(1)
  })

  it('although making it small takes all other requests, because each of its steps is needed', async () => {
    const many = Array.from({ length: 21 }, (_, at) => sync('node', at + 1))
    const { times, sent } = await small(many, (calls) => many.every((step) => calls.includes(step)))
    expect(times).toBe(3)
    expect(sent).toBeGreaterThan(240)
    expect(sent).toBeLessThanOrEqual(280)
  })

  it('although making it small takes all other users', async () => {
    const steps = [
      { ...user },
      update,
      read,
      sync('node', 1),
      read,
      update,
      sync('node', 2),
      read,
      { ...user },
    ]
    const { times, users } = await small(steps, (calls) => steps.every((step) => calls.includes(step)))
    expect(times).toBe(3)
    expect(users).toBeGreaterThanOrEqual(0)
    expect(users).toBeLessThan(2)
  })
})
