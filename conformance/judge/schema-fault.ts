import { Ajv, type ErrorObject } from 'ajv'
import { ownKeywords, withArticle } from '../../src/contract/index.ts'
import { cut } from './reception.ts'

/**
 * Compiles schemas of the contract, whose additional keywords are not part of JSON Schema. They are not compared with the
 * schema of schemas, which takes longer to compile than all of them.
 */
export const ajv = new Ajv({ allErrors: true, verbose: true, validateSchema: false })
ajv.addVocabulary(ownKeywords)

/** A place where a value does not match its schema, with a description. */
export interface SchemaFault {
  /** JSON pointer from the judged value; for a missing field, to the place of the field. */
  readonly at: string
  readonly isMissing: boolean
  readonly expected: string
  readonly actual: string
}

export function faultOf(error: ErrorObject): SchemaFault {
  const { keyword, instancePath, params, parentSchema, data, message } = error
  if (keyword === 'required') {
    const at = `${instancePath}/${params['missingProperty']}`
    return { at, isMissing: true, expected: 'the field', actual: 'nothing' }
  }
  const type = params['type'] ?? parentSchema?.['type']
  const plainly = type === undefined ? message : withArticle(String(type))
  return {
    at: instancePath,
    isMissing: false,
    expected: String(parentSchema?.['says'] ?? plainly),
    actual: cut(JSON.stringify(data)),
  }
}
