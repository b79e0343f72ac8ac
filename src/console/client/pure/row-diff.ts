import { isObject } from '../../../contract/objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** A field that a request changed, with its path in the row. */
export interface FieldChange {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The values before and after the change; undefined if the field did not exist. */
  readonly before: unknown
  readonly after: unknown
}

/** The differences between two states of a row, nested objects field by field, in the order of the fields. */
export function diffRows(before: Fields | null, after: Fields | null): FieldChange[] {
  return diff(before ?? {}, after ?? {}, '')
}

function diff(before: Fields, after: Fields, prefix: string): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const path = prefix + name
    const [was, is] = [before[name], after[name]]
    if (isObject(was) && isObject(is)) return diff(was, is, `${path}.`)
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const kind = !(name in before) ? 'added' : !(name in after) ? 'removed' : 'changed'
    return [{ path, kind, before: was, after: is }]
  })
}

/** Two strings as their common start and end, and the different parts between. */
export interface Split {
  readonly start: string
  readonly before: string
  readonly after: string
  readonly end: string
}

export function splitTexts(before: string, after: string): Split {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  }
}
