import type { OperationIdWithBody } from '../../operations.ts'
import type { absent, Json } from './edit.ts'

/** A change of one value in the example response of an operation, with a description. */
export type Row = readonly [what: string, id: OperationIdWithBody, pointer: string, to: Json | typeof absent]

/** A list envelope. Section 2.1 item 2. */
export const list = (...data: Json[]): Json => ({ object: 'list', data })

/** JSON pointer of the relationships of a single resource. */
export const ofOne = '/attributes/relationships'

/** JSON pointer of the relationships of the first resource in a list. */
export const ofFirst = '/data/0/attributes/relationships'

/** The rows of one operation; their pointers are below a common prefix. */
export const rowsOf = (
  id: OperationIdWithBody,
  base: string,
  rows: readonly (readonly [what: string, pointer: string, to: Json | typeof absent])[],
): Row[] => rows.map(([what, pointer, to]) => [what, id, base + pointer, to])
