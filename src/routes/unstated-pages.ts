import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'
import type { PageLimits } from './pagination.ts'

/** Pages of a list to which the document gives no limits: all are as those of databases. Section 8. */
export function unstatedPages(gap: ReadGap): PageLimits {
  const maximum = numberAt(gap, 'page.maximum-databases')
  return {
    standard: Math.min(numberAt(gap, 'page.default-databases'), maximum),
    maximum,
    over: (gap) => gap('page.over-maximum-databases'),
  }
}
