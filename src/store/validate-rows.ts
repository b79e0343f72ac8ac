import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { ownKeywords } from '../contract/schemas/strict.ts'
import { rowSchemas } from './rows.ts'

const count = Type.Integer({ minimum: 0 })

const perTable = (schemaOf: (row: TSchema) => TSchema) =>
  Type.Object(Object.fromEntries(Object.entries(rowSchemas).map(([name, row]) => [name, schemaOf(row)])))

/** Keeps the source of the compiled validator for the build. */
export const ajv = new Ajv({ code: { source: true, esm: true } })
ajv.addVocabulary(ownKeywords)

/** Whether the numbers and rows of a world are valid. The build replaces this module by the compiled code. */
export const validateRows = ajv.compile(
  Type.Object({
    scale: count,
    lastIds: Type.Optional(perTable(() => Type.Optional(count))),
    tables: perTable((row) => Type.Array(row)),
  }),
)
