import type { TSchema } from '@sinclair/typebox'
import type { OperationId } from '../contract/operations.ts'
import { answers } from '../contract/schemas/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../routes/index.ts'

/** An operation to describe: how it is served, and what it answers. */
export interface Documented {
  readonly endpoint: Endpoint
  readonly answer: TSchema
  /** Not one of the document's own. Section 4.9. */
  readonly isBeyond?: true
}

/** The operations of section 4. */
export const theEight: readonly Documented[] = endpoints.map((endpoint) => ({
  endpoint,
  // The eight are keyed by their ids.
  answer: answers[endpoint.operation.id as OperationId],
}))
