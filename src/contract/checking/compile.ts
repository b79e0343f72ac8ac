import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { ownKeywords } from '../schemas/strict.ts'
import type { Validate } from './errors-in.ts'

/** Maximum characters of a text that matches a pattern, which takes stack for each character. */
const longestRead = 1_000_000

/** A pattern that no text matches that is too long to be read. */
export class BoundedPattern extends RegExp {
  override test(text: string): boolean {
    return text.length <= longestRead && super.test(text)
  }
}

const patternOf = Object.assign((pattern: string, flags: string) => new BoundedPattern(pattern, flags), {
  code: 'new RegExp',
})

/**
 * A compiler of validators. By default these stop at the first error: a body of millions of wrong values must not block
 * the server. It does not validate the schemas themselves, which takes half of a second; the types of TypeBox do.
 */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    messages: false,
    allowUnionTypes: true,
    validateSchema: false,
    code: { regExp: patternOf },
    ...options,
  })
  ajv.addVocabulary(ownKeywords)
  return ajv
}

const ajv = createAjv()

/**
 * The validator of a schema, compiled by its first use. Modules named `validate-*.ts` export nothing but such validators:
 * the build replaces these modules by compiled code, since a start would need longer for compiling than for the rest, and
 * the console may not generate code.
 */
export function compile<S extends TSchema>(schema: S): Validate<Static<S>> {
  let compiled: ValidateFunction<Static<S>> | undefined
  const validate = (value: unknown): value is Static<S> => {
    compiled ??= ajv.compile<Static<S>>(schema)
    const isValid = compiled(value)
    validate.errors = compiled.errors
    return isValid
  }
  validate.schema = schema
  validate.errors = undefined as Validate<unknown>['errors']
  return validate
}
