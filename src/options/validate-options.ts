import * as Type from '@sinclair/typebox'
import { compile } from '../contract/checking/compile.ts'
import { mapValues } from '../contract/objects.ts'
import { partial } from '../contract/schemas/data.ts'
import { libraryOptions } from './table.ts'

export const validateOptions = compile(
  partial(
    mapValues(libraryOptions, ({ schema, repeats }) => (repeats === 'list' ? Type.Array(schema) : schema)),
  ),
)
