import type { OperationId } from '../../operations.ts'
import type { absent, Json } from './edit.ts'

/** One spot of one operation's example answer that is given another value, and what that makes of it. */
export type Row = readonly [what: string, id: OperationId, pointer: string, to: Json | typeof absent]

/** A list envelope. Section 2.1 item 2. */
export const list = (...data: Json[]): Json => ({ object: 'list', data })

/** Where the relationships stand in an answer of one resource. */
export const ofOne = '/attributes/relationships'

/** Where the relationships of the first resource stand in an answer of a list. */
export const ofFirst = '/data/0/attributes/relationships'

/** Rows of one operation, their pointers shortened by what all of them begin with. */
export const rowsOf = (
  id: OperationId,
  base: string,
  rows: readonly (readonly [what: string, pointer: string, to: Json | typeof absent])[],
): Row[] => rows.map(([what, pointer, to]) => [what, id, base + pointer, to])
