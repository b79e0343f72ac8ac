import type { OpenApi } from './open-api.ts'

/** A description without its examples, for generators of clients: fewer bytes, and equal for every world. */
export const withoutExamples = ({ 'x-nestbox-world': _, ...description }: OpenApi): OpenApi =>
  // The same fields, apart from those that are optional.
  stripped(description) as OpenApi

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples')
  return Object.fromEntries(kept.map(([name, inner]) => [name, stripped(inner)]))
}
