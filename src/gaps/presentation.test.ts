import { expect, it } from 'vitest'
import { GapSettings } from './gap-settings.ts'
import { presentation } from './presentation.ts'

it.each([
  ['an offset of hours alone', '2026-01-02T03:04:05+00', '2026-01-02T08:34:05+05:30'],
  ['an offset without a colon', '2026-01-02T03:04:05+0000', '2026-01-02T08:34:05+05:30'],
  ['a week date', '2026-W01-2T03:04:05+00:00', '2026-W01-2T03:04:05+00:00'],
  ['an ordinal date', '2026-002T03:04+00', '2026-002T03:04+00'],
])('shows times in another offset, as far as they can be read: %s', (_, time, shown) => {
  const present = presentation(new GapSettings().set('time.offset', 'other').gap)
  const envelope = { object: 'backup', attributes: { created_at: time } }
  expect(present?.(envelope, '')).toEqual({ object: 'backup', attributes: { created_at: shown } })
})
