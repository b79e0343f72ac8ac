import type { Static, TObject } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { Choice } from '../gaps/index.ts'

const text = () => Type.String()

const ErrorEntry = Type.Object({
  code: text(),
  status: text(),
  detail: text(),
  meta: Type.Optional(Type.Object({ source_field: text(), rule: text() })),
})

const ErrorBody = Type.Object({ errors: Type.Array(ErrorEntry, { minItems: 1 }) })

const ProblemBody = Type.Object({
  type: text(),
  title: text(),
  status: Type.Integer(),
  detail: text(),
  code: text(),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: text(), rule: text(), detail: text() }), { minItems: 1 }),
  ),
})

/** One reason for a refusal, with the HTTP status as text; `meta` is present if the reason is a field. */
export type ErrorEntry = Static<typeof ErrorEntry>

/** The default body of an error in the mock. Section 7 leaves error bodies open. */
export type ErrorBody = Static<typeof ErrorBody>

/** The body of an error as `application/problem+json` (RFC 9457), under the gap `error.body=problem`. */
export type ProblemBody = Static<typeof ProblemBody>

/** The schema of error bodies by the gap `error.body`; undefined for errors without a body. */
export const errorSchemas: Readonly<Record<Choice<'error.body'>, TObject | undefined>> = {
  panel: ErrorBody,
  problem: ProblemBody,
  empty: undefined,
}
