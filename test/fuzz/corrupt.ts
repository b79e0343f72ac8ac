import fc from 'fast-check'
import { jsonText, trickyName } from './values.ts'

/** A path of names and indexes within a JSON value. */
type Path = readonly (string | number)[]

/** Every path in a value, down to a depth. */
function pathsIn(value: unknown, levels: number): Path[] {
  if (typeof value !== 'object' || value === null || levels === 0) return [[]]
  // The first 40 rows of a table stand for the others.
  const inner = Object.entries(value).slice(0, 40)
  return [[], ...inner.flatMap(([name, each]) => pathsIn(each, levels - 1).map((path) => [name, ...path]))]
}

const marker = '\u0000here\u0000'

/**
 * The JSON of a value with other JSON text at a path. The text is spliced in, since it may be nested too deeply for
 * `JSON.stringify`.
 */
function withAt(value: unknown, [name, ...rest]: Path, text: string | undefined): string {
  if (name === undefined) return text ?? 'null'
  const copy = structuredClone(value) as Record<string | number, unknown>
  let at = copy
  const path = [name, ...rest]
  for (const step of path.slice(0, -1)) at = at[step] as typeof at
  const last = path.at(-1) as string
  if (text === undefined) delete at[last]
  // A large index would make a sparse array.
  else if (Array.isArray(at) && !/^\d{1,3}$/.test(last)) at.push(marker)
  else at[last] = marker
  return JSON.stringify(copy).replace(JSON.stringify(marker), () => text ?? 'null')
}

/** The JSON of a valid value with one or two changes: a value replaced, removed or added, or characters cut out. */
export function corrupted(good: unknown): fc.Arbitrary<string> {
  const paths = pathsIn(good, 5)
  const path = fc.constantFrom(...paths)
  const values = fc.constantFrom(...paths.map((each) => JSON.stringify(valueAt(good, each))))
  const change = fc.oneof(
    { weight: 3, arbitrary: jsonText },
    { weight: 2, arbitrary: values },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(path, change).map(([where, text]) => withAt(good, where, text)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(path, trickyName, jsonText)
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

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Record<string | number, unknown>)[step], value)

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
