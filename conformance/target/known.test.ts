import { describe, expect, it } from 'vitest'
import { checks } from '../checks/index.ts'
import type { Status } from '../judge/outcome.ts'
import { type Known, matching, passingNow } from './known.ts'

const byId: Known = { id: '4.7/stable', reason: 'a clock in the responses', issue: '#12' }
const byPattern: Known = { id: '4.7/*', reason: 'backups are not done yet', expires: '2027-01-31' }
const bySection: Known = { id: '5', reason: 'no tokens yet' }

describe('the entry that excuses a check', () => {
  it.each<[id: string, entries: readonly Known[], found: Known | undefined]>([
    ['4.7/stable', [byId, byPattern], byId],
    ['4.7/stable', [byPattern, byId], byPattern],
    ['4.7/page', [byId, byPattern], byPattern],
    ['5/create-user-refuses-garbage', [byId, byPattern, bySection], bySection],
    ['4.8/stable', [byId, byPattern, bySection], undefined],
    ['4.7/stable', [], undefined],
  ])('for %s is the first that matches', (id, entries, found) => {
    expect(matching(entries, id)).toBe(found)
  })
})

describe('an entry passes now', () => {
  const entry: Known = { id: '4.6/*', reason: 'users come later' }
  const ids = checks.filter(({ id }) => id.startsWith('4.6/')).map(({ id }) => id)
  const run = (statuses: readonly Status[], unselected: readonly string[] = []) => ({
    results: ids.slice(0, statuses.length).map((id, at) => ({ id, status: statuses[at] ?? 'pass' })),
    notSelected: unselected.map((id) => ({ id })),
  })
  const passed = ids.map((): Status => 'pass')

  it.each([
    ['if all its checks pass', run(passed), true],
    ['not if one fails', run(passed.with(0, 'known')), false],
    ['not if one is skipped', run(passed.with(0, 'skip')), false],
    ['not if the run has only some of them', run(passed.slice(1)), false],
    ['if the others had nothing to judge', run(passed.slice(1), ids.slice(-1)), true],
    ['not if none of them was run', run([]), false],
    ['not if none of them had anything to judge', run([], ids), false],
  ])('%s', (_, judged, is) => {
    expect(passingNow([entry], judged).has(entry)).toBe(is)
  })
})
