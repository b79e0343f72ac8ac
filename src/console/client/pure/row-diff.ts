import { isObject } from '../../../contract/objects.ts'

type Fields = Readonly<Record<string, unknown>>

/** A field that a request changed, with its path in the row. */
export interface FieldChange {
  readonly path: string
  /** The values before and after the change; undefined if the field did not exist. */
  readonly before: unknown
  readonly after: unknown
}

/** The differences between two states of a row, nested objects field by field, in the order of the fields. */
export function diffRows(rowBefore: Fields | null, rowAfter: Fields | null, prefix = ''): FieldChange[] {
  const [before, after] = [rowBefore ?? {}, rowAfter ?? {}]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const path = prefix + name
    const [was, is] = [before[name], after[name]]
    if (isObject(was) && isObject(is)) return diffRows(was, is, `${path}.`)
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, before: was, after: is }]
  })
}
