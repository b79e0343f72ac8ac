import { expect, it } from 'vitest'
import { compare, notCompared } from './compare.ts'

it('compares long reports in linear time', () => {
  const ids = Array.from({ length: 50_000 }, (_, at) => String(at))
  const report = (order: readonly string[]) => ({
    results: order.map((id) => ({ id, status: 'pass' })),
    gaps: [],
    fields: { never: [] },
  })
  const [a, b] = [report(ids), report(ids.toReversed())]
  expect(compare(a, b)).toEqual({ clause: [], gap: [], data: [] })
  expect(notCompared(a, b)).toEqual([])
})
