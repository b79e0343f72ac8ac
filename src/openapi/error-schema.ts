import type { TObject } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { Choice } from '../contract/gaps/index.ts'

const text = () => Type.String()

/** The schema of error bodies by the gap `error.body`; undefined for errors without a body. */
export const errorSchemas: Readonly<Record<Choice<'error.body'>, TObject | undefined>> = {
  panel: Type.Object({
    errors: Type.Array(
      Type.Object({
        code: text(),
        status: text(),
        detail: text(),
        meta: Type.Optional(Type.Object({ source_field: text(), rule: text() })),
      }),
      { minItems: 1 },
    ),
  }),
  problem: Type.Object({
    type: text(),
    title: text(),
    status: Type.Integer(),
    detail: text(),
    code: text(),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: text(), rule: text(), detail: text() }), { minItems: 1 }),
    ),
  }),
  empty: undefined,
}
