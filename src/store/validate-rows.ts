import { type TSchema, Type } from '@sinclair/typebox'
import { compile } from '../contract/checking/compile.ts'
import { rowSchemas } from './rows.ts'

const count = Type.Integer({ minimum: 0 })

const perTable = (schemaOf: (row: TSchema) => TSchema) =>
  Type.Object(Object.fromEntries(Object.entries(rowSchemas).map(([name, row]) => [name, schemaOf(row)])))

/** Whether the numbers and rows of a world are valid. */
export const validateRows = compile(
  Type.Object({
    scale: count,
    lastIds: Type.Optional(perTable(() => Type.Optional(count))),
    tables: perTable((row) => Type.Array(row)),
  }),
)
