import { isObject } from '../../../contract/objects.ts'
import { onceFor } from '../../../contract/once.ts'

type Row = Readonly<Record<string, unknown>>

/** The text of a value. Objects in a list all have the same fields, so only their values count. */
const flat = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map((each) => flat(isObject(each) ? Object.values(each) : each)).join('\n')
      : (JSON.stringify(value) ?? '')

const wordsOf = (search: string): readonly string[] => search.toLowerCase().split(/\s+/).filter(Boolean)

const fieldIn = (word: string) => /^([a-z0-9_]+)=(.+)$/.exec(word) ?? []

/** A search for words: `field=value` matches a field or an item of its list, and any other word a part of any field. */
export function searchFor(search: string): (row: Row) => boolean {
  const tests = wordsOf(search).map(testFor)
  return (row) => tests.every((test) => test(row))
}

/** The first field of a search that rows do not have; undefined if they have all of them. */
export const unknownField = (search: string, fields: readonly string[]): string | undefined =>
  wordsOf(search)
    .map((word) => fieldIn(word)[1])
    .find((field) => field !== undefined && !fields.includes(field))

/** The searchable text of a row; it is cached, since rows are never changed in place. */
const textOf = onceFor((row: Row) => Object.values(row).map(flat).join('\n').toLowerCase())

function testFor(word: string): (row: Row) => boolean {
  const [, field, value = ''] = fieldIn(word)
  if (field === undefined) return (row) => textOf(row).includes(word)
  return (row) => field in row && [row[field]].flat().some((each) => flat(each).toLowerCase() === value)
}

/** Sorts by a field, numbers numerically; rows without a value come last. */
export function sortRows<R extends Row>(rows: readonly R[], field: string, isDown: boolean): R[] {
  const sign = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[field], other[field]]
    if (a === b) return 0
    if (a === null || a === undefined) return 1
    if (b === null || b === undefined) return -1
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * flat(a).localeCompare(flat(b), 'en', { numeric: true })
  })
}
