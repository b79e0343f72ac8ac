import type { Json } from './json.ts'

const most = 2

/** Examples keep the first items of nested lists; what else there is looks the same. Section 2.1 item 3 lets lists be cut. */
export function shortened(value: unknown, isNested = false): unknown {
  if (Array.isArray(value)) return value.map((item) => shortened(item, isNested))
  if (typeof value !== 'object' || value === null) return value
  const bag = value as Json
  const entries = Object.entries(bag).map(([name, inner]) => [
    name,
    isNested && name === 'data' && bag['object'] === 'list' && Array.isArray(inner)
      ? shortened(inner.slice(0, most), true)
      : shortened(inner, isNested || name === 'relationships'),
  ])
  return Object.fromEntries(entries)
}
