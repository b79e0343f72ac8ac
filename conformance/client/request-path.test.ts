import { describe, expect, it } from 'vitest'
import { pathOf, segmentOf } from './request-path.ts'

describe('a value in a path', () => {
  it.each([
    ['a number', 17, '17'],
    ['a UUID', '52eebcbd-4cd1-4368-8b39-5d83321bf824', '52eebcbd-4cd1-4368-8b39-5d83321bf824'],
    ['reserved characters of a URL', 'a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['an unpaired surrogate, which a URL cannot have', 'a\ud800b', 'a%EF%BF%BDb'],
  ])('is percent-encoded: %s', (_, value, segment) => {
    expect(segmentOf(value)).toBe(segment)
    expect(pathOf('listHostDatabases', value)).toBe(`/api/admin/database-hosts/${segment}/databases`)
  })
})
