import fc from 'fast-check'
import { jsonText, trickyName } from './values.ts'

/** Where something stands in JSON. */
type Place = readonly (string | number)[]

/** Every place in a value, down to some depth. */
function placesIn(value: unknown, levels: number): Place[] {
  if (typeof value !== 'object' || value === null || levels === 0) return [[]]
  // Of many rows the first few stand for the others.
  const inner = Object.entries(value).slice(0, 40)
  return [[], ...inner.flatMap(([name, each]) => placesIn(each, levels - 1).map((place) => [name, ...place]))]
}

const marker = '\u0000here\u0000'

/** The text of a value in which the JSON at a place is another one; it may be deeper than can be written. */
function withAt(value: unknown, [name, ...rest]: Place, text: string | undefined): string {
  if (name === undefined) return text ?? 'null'
  const copy = structuredClone(value) as Record<string | number, unknown>
  let at = copy
  const path = [name, ...rest]
  for (const step of path.slice(0, -1)) at = at[step] as typeof at
  const last = path.at(-1) as string
  if (text === undefined) delete at[last]
  // A list has no names, and one of a length like that would not be.
  else if (Array.isArray(at) && !/^\d{1,3}$/.test(last)) at.push(marker)
  else at[last] = marker
  return JSON.stringify(copy).replace(JSON.stringify(marker), () => text ?? 'null')
}

/** The JSON of a good value with one or two wrong in it: another value, nothing, or something too much. */
export function spoilt(good: unknown): fc.Arbitrary<string> {
  const places = placesIn(good, 5)
  const place = fc.constantFrom(...places)
  const values = fc.constantFrom(...places.map((each) => JSON.stringify(valueAt(good, each))))
  const change = fc.oneof(
    { weight: 3, arbitrary: jsonText },
    { weight: 2, arbitrary: values },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(place, change).map(([where, text]) => withAt(good, where, text)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(place, trickyName, jsonText)
        .map(([where, name, text]) => withAt(good, [...where.slice(0, -1), name], text)),
    },
    { weight: 1, arbitrary: fc.constant(JSON.stringify(good)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(), fc.nat({ max: 3 }))
        .map(([at, length]) => cut(JSON.stringify(good), at, length))
        .filter(isJson),
    },
  )
}

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce((at, step) => (at as Record<string | number, unknown>)[step], value)

function cut(text: string, at: number, length: number): string {
  const from = at % text.length
  return text.slice(0, from) + text.slice(from + length)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
