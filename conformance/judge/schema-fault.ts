import { Ajv, type ErrorObject } from 'ajv'
import { withArticle } from './kinds.ts'
import { cut } from './reception.ts'

/** Compiles schemas of the contract; what they say to people means nothing to it. */
export const ajv = new Ajv({ allErrors: true, verbose: true })
ajv.addVocabulary(['says', 'mayBeNull'])

/** Where something is not as its schema has it, and how, in words. */
export interface SchemaFault {
  /** JSON pointer from what was judged; to where a missing field should stand. */
  readonly at: string
  readonly isMissing: boolean
  readonly expected: string
  readonly actual: string
}

export function faultOf({
  keyword,
  instancePath,
  params,
  parentSchema,
  data,
  message,
}: ErrorObject): SchemaFault {
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
