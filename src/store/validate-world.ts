import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { compile } from '../contract/checking/compile.ts'
import { mapValues } from '../contract/objects.ts'
import { day } from '../contract/schemas/day.ts'
import { seedLength } from '../util/names.ts'
import { rowSchemas } from './rows.ts'

const count = Type.Integer({ minimum: 0 })

const perTable = (schemaOf: (row: TSchema) => TSchema) =>
  Type.Object(mapValues<string, TSchema, TSchema>(rowSchemas, schemaOf))

/** Whether the head and the rows of a world are valid. */
export const validateWorld = compile(
  Type.Object({
    version: Type.Literal(1),
    seed: Type.String(seedLength),
    scenario: Type.String(seedLength),
    scale: count,
    today: Type.String(day),
    lastIds: Type.Optional(perTable(() => Type.Optional(count))),
    tables: perTable((row) => Type.Array(row)),
  }),
)
