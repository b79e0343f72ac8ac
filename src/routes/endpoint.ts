import type { Static, TObject } from '@sinclair/typebox'
import type { Operation } from '../contract/operations.ts'
import { type ReadGap, successStatus } from '../gaps/gap-settings.ts'
import { bodyReader, type DecidedBy } from '../http/bodies/fields.ts'
import type { View } from '../resources/view.ts'
import type { Row } from '../store/rows.ts'
import { admitting, type Call, rowsNamedIn } from './call.ts'
import type { Queried } from './list-query.ts'
import type { PageLimits } from './pagination.ts'

/** An operation, prepared for gap settings. */
interface Prepared {
  /** Turns a received body into the `body` of the call. @throws ApiError for an invalid body */
  readonly read: (sent: unknown, gap: ReadGap) => unknown
  /**
   * @returns the success response; its body is undefined for an operation whose response has none
   * @throws ApiError to refuse the request; everything written up to then is undone
   */
  readonly respond: (call: Call) => { readonly status: number; readonly body: object | undefined }
}

/** The parts of the description of an operation in addition to its row in the table of operations. */
interface Described<T extends TObject> {
  /**
   * The schema of the request body for gap settings; undefined for an operation without a body. The parts of a multipart
   * body are not validated.
   */
  readonly bodySchema?: (gap: ReadGap) => T
  /** The page limits; undefined for an operation without pages. */
  readonly pages?: (gap: ReadGap) => PageLimits
  /** The fields by which a list can be filtered and sorted; undefined for a list without these parameters. */
  readonly query?: Queried | undefined
}

/** An operation as the router serves it. */
export interface Endpoint extends Described<TObject> {
  readonly operation: Operation
  /** Looks up the rows that the path names. @throws ApiError for a path that names no row */
  readonly find: (view: View, params: Call['params']) => void
  /** Prepares the operation for gap settings, on which the schema of the body depends. */
  prepare(gap: ReadGap): Promise<Prepared>
}

interface Spec<T extends TObject, R extends readonly Row[]> extends Described<T> {
  /** The gaps that decide which values some fields of the body can have. */
  readonly decidedBy?: DecidedBy
  /**
   * @param rows the rows that the parameters of the path name, in their order
   * @returns the body of the response; nothing for an operation whose response has none
   * @throws ApiError to refuse the request; everything written up to then is undone
   */
  handle(call: Call<Static<T>>, ...rows: R): object | undefined
}

/** An operation of the table of operations, with its endpoint. */
export function endpoint<T extends TObject, R extends readonly Row[]>(
  operation: Operation,
  { handle, decidedBy, ...described }: Spec<T, R>,
): Endpoint {
  const find = rowsNamedIn(operation)
  const admit = admitting(operation)
  const respond: Prepared['respond'] = (call) => {
    // The parameters of the handler have the types of the rows that the path of its operation names.
    const rows = find(call.view, call.params, (server) => admit(call, server)) as readonly Row[] as R
    // `read` has checked the body, so its type is the one of the schema.
    const body = handle(call as Call<Static<T>>, ...rows)
    if ((body === undefined) !== (operation.response.envelope === 'none')) {
      throw new Error(`${operation.id} returned ${body === undefined ? 'no body' : 'a body'}`)
    }
    return { status: successStatus(operation, call.view.gap), body }
  }
  return {
    operation,
    ...described,
    find: (view, params) => void find(view, params),
    async prepare(gap) {
      const schema = operation.body === 'json' ? described.bodySchema?.(gap) : undefined
      return { read: schema ? await bodyReader(schema, decidedBy) : (sent) => sent, respond }
    },
  }
}
