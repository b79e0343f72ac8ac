import { describe, expect, it } from 'vitest'
import { type Known, matching } from './known.ts'

const byId: Known = { id: '4.7/stable', reason: 'a clock in the answers', issue: '#12' }
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
  ])('for %s is the first that fits', (id, entries, found) => {
    expect(matching(entries, id)).toBe(found)
  })
})
