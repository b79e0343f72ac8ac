import { type OperationId, operations } from '../../src/contract/index.ts'
import { written } from './long-integers.ts'
import { parsedJson } from './parsed-json.ts'

/** Parameters by name; several values of one name are sent one after another. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** The value of the path parameter, or the values of several in their order. */
export type Named = string | number | readonly (string | number)[]

/** A path that differs from that of an operation, but that some servers route to it as well. */
export type Spelling = 'with a slash at its end' | 'in capitals'

/** The path of an operation with its parameters and its query. */
export function pathOf(id: OperationId, named: Named = [], query: Query = {}, spelling?: Spelling): string {
  const values = [named].flat().values()
  const path = spelled(operations[id].path, spelling).replace(/\{\w+\}/g, () =>
    encodeURIComponent(written(String(values.next().value ?? ''))),
  )
  return withSearch(path, searchOf(query))
}

function spelled(path: string, spelling: Spelling | undefined): string {
  if (spelling === 'with a slash at its end') return `${path}/`
  if (spelling === undefined) return path
  return path.replace(/[^/]+/g, (segment) => (segment.startsWith('{') ? segment : segment.toUpperCase()))
}

/** A path with something more in its query. */
export const withSearch = (path: string, search: string): string =>
  search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`

export const searchOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  ).toString()

/** The segment of a path behind a word such as `servers`: an id as responses have it, a number, or another text. */
export function namedIn(path: string, collection: string): unknown {
  const text = decodeURIComponent(new RegExp(`/${collection}/([^/?]+)`).exec(path)?.[1] ?? '')
  return /^\d+$/.test(text) ? (parsedJson(text) ?? text) : text
}
