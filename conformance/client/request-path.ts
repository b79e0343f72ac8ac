import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Spelling } from './exchange.ts'
import { written } from './long-integers.ts'
import { parsedJson } from './parsed-json.ts'

/** Query parameters by name; a parameter with several values is sent once for each. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** The value of the path parameter, or the values of several path parameters in their order. */
export type Named = string | number | readonly (string | number)[]

/** The path of an operation, with values for its path parameters and with its query. */
export function pathOf(id: OperationId, named: Named = [], query: Query = {}, spelling?: Spelling): string {
  const values = [named].flat().values()
  const path = spelled(operations[id].path, spelling).replace(/\{\w+\}/g, () =>
    segmentOf(values.next().value ?? ''),
  )
  return withSearch(path, searchOf(query))
}

/** A value in a path. A server may have sent half a surrogate pair in it, which no URL can have. */
export const segmentOf = (value: string | number): string =>
  encodeURIComponent(Buffer.from(written(String(value))).toString())

function spelled(path: string, spelling: Spelling | undefined): string {
  if (spelling === 'with a slash at its end') return `${path}/`
  if (spelling === 'with .json at its end') return `${path}.json`
  if (spelling === 'with two slashes') return path.replace('/api/', '/api//')
  if (spelling === 'with an encoded letter') return path.replace('/api/', '/%61pi/')
  if (spelling === undefined || spelling === 'with a method override') return path
  return path.replace(/[^/]+/g, (segment) => (segment.startsWith('{') ? segment : segment.toUpperCase()))
}

/** A path with a text added to its query. */
export const withSearch = (path: string, search: string): string =>
  search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`

export const searchOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  ).toString()

/**
 * The segment of a path after a word such as `servers`: a number, parsed as in responses, if it has only digits; else
 * a text.
 */
export function namedIn(path: string, collection: string): unknown {
  const text = decodeURIComponent(new RegExp(`/${collection}/([^/?]+)`).exec(path)?.[1] ?? '')
  return /^\d+$/.test(text) ? (parsedJson(text) ?? text) : text
}
