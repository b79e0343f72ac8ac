import { eggVariable } from './egg-variable.ts'

/** Section 2.7, written by hand from the document: all fields of an egg variable, and two others. */
export const serverVariable = {
  object: 'server_variable',
  attributes: { ...eggVariable.attributes, server_value: 'islands', required: true },
}
