import { type OperationId, operations } from '../../src/contract/index.ts'
import { written } from './long-integers.ts'

export type Query = Readonly<Record<string, string | number>>

/** The path of an operation, whose one parameter, if it has any, is what it names; with its query. */
export function pathOf(id: OperationId, named: string | number = '', query: Query = {}): string {
  const path = operations[id].path.replace(/\{\w+\}/, () => encodeURIComponent(written(String(named))))
  return withSearch(path, searchOf(query))
}

/** A path with something more in its query. */
export const withSearch = (path: string, search: string): string =>
  search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`

export const searchOf = (query: Query): string =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
