import type { Static, TObject } from '@sinclair/typebox'
import type { Operation } from '../contract/operations.ts'
import { type ReadGap, successStatus } from '../gaps/gap-settings.ts'
import { bodyReader, type DecidedBy } from '../http/bodies/fields.ts'
import type { Parts } from '../http/bodies/read-parts.ts'
import type { View } from '../resources/view.ts'
import type { UserRow } from '../store/rows.ts'
import type { World } from '../store/world.ts'
import type { PageLimits, PageUrl } from './pagination.ts'

/** A request to an operation, with the caller and the world. */
export interface Call<B = unknown> {
  readonly world: World
  readonly view: View
  /** Parameters of the path, by the names of section 4. */
  readonly params: Readonly<Record<string, string>>
  readonly url: PageUrl
  readonly user: UserRow
  readonly body: B
  /** The time of the request, ISO 8601 with `+00:00`. */
  readonly now: string
}

/** The success response of an operation. */
interface Success {
  readonly status: number
  /** Undefined for a response without a body. */
  readonly body: object | undefined
}

/** An operation, prepared for gap settings. */
interface Prepared {
  /** Turns a received body into the `body` of the call. @throws ApiError for an invalid body */
  readonly read: (sent: unknown, gap: ReadGap) => unknown
  /** @throws ApiError to refuse the request; everything written up to then is undone */
  readonly respond: (call: Call) => Success
}

/** An operation as the router serves it. */
export interface Endpoint {
  readonly operation: Operation
  /** The schema of the request body for gap settings; undefined for an operation without a body. */
  readonly bodySchema?: (gap: ReadGap) => TObject
  /** The page limits; undefined for an operation without pages. */
  readonly pages?: (gap: ReadGap) => PageLimits
  /** Looks up the row that the path names. @throws ApiError for a path that names no row */
  readonly find: (view: View, params: Call['params']) => void
  /** The fields by which a list can be filtered and sorted; undefined for a list without these parameters. */
  readonly query?: { readonly filters: readonly string[]; readonly sorts: readonly string[] }
  /** Prepares the operation for gap settings, on which the schema of the body depends. */
  prepare(gap: ReadGap): Promise<Prepared>
}

interface Spec<B, S> {
  /** The row that the path names; undefined for a path without parameters. @throws ApiError if there is no such row */
  readonly subject?: (view: View, params: Call['params']) => S
  readonly pages?: (gap: ReadGap) => PageLimits
  /**
   * @returns the body of the response; nothing for an operation whose response has none
   * @throws ApiError to refuse the request; everything written up to then is undone
   */
  handle(call: Call<B>, subject: S): object | undefined
}

const shared = <B, S>(operation: Operation, { pages, subject }: Spec<B, S>) => ({
  operation,
  ...(pages && { pages }),
  find: (view: View, params: Call['params']) => void subject?.(view, params),
})

const responding =
  <B, S>(operation: Operation, spec: Spec<B, S>): Prepared['respond'] =>
  (call) => {
    // Without a path parameter there is no subject, and no handler has a parameter for one.
    const subject = spec.subject?.(call.view, call.params) as S
    // `read` has checked the body, so its type is the one of the schema.
    const body = spec.handle(call as Call<B>, subject)
    if ((body === undefined) !== (operation.answer.envelope === 'none')) {
      throw new Error(`${operation.id} returned ${body === undefined ? 'no body' : 'a body'}`)
    }
    return { status: successStatus(operation, call.view.gap), body }
  }

const unchanged = (sent: unknown): unknown => sent

/** An operation without a request body. */
export const endpoint = <S>(operation: Operation, spec: Spec<unknown, S>): Endpoint => {
  const respond = responding(operation, spec)
  return { ...shared(operation, spec), prepare: async () => ({ read: unchanged, respond }) }
}

/** An operation with a JSON request body, whose schema may depend on gap settings. */
export const jsonEndpoint = <T extends TObject, S>(
  operation: Operation,
  spec: Spec<Static<T>, S> & { body(gap: ReadGap): T; readonly decidedBy?: DecidedBy },
): Endpoint => {
  return {
    ...shared(operation, spec),
    bodySchema: (gap) => spec.body(gap),
    prepare: async (gap) => ({
      read: await bodyReader(spec.body(gap), spec.decidedBy),
      respond: responding(operation, spec),
    }),
  }
}

/** An operation with a multipart request body. Its schema is for the OpenAPI document; the parts are not validated. */
export const multipartEndpoint = <S>(
  operation: Operation,
  spec: Spec<Parts, S> & { readonly body: TObject },
): Endpoint => {
  return {
    ...shared(operation, spec),
    bodySchema: () => spec.body,
    prepare: async () => ({ read: unchanged, respond: responding(operation, spec) }),
  }
}
