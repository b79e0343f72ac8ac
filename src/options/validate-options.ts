import * as Type from '@sinclair/typebox'
import { compile } from '../contract/checking/compile.ts'
import { closed } from '../contract/schemas/data.ts'
import { libraryOptions } from './table.ts'

const properties = Object.fromEntries(
  Object.entries(libraryOptions).map(([name, { schema, repeats }]) => [
    name,
    Type.Optional(repeats === 'list' ? Type.Array(schema) : schema),
  ]),
)

export const validateOptions = compile(closed(properties))
