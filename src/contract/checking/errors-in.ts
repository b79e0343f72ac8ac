import type { ErrorObject } from 'ajv'
import { similar } from './similar.ts'
import { inWords, type Keywords, ruleOf, shown, wordsOf } from './words.ts'

/** A validator of ajv, with the option `verbose`. */
export interface Validate<T = unknown> {
  (value: unknown): value is T
  errors?: readonly ErrorObject[] | null | undefined
}

/** An error in data from outside. */
interface WrongField {
  /** Path of the field, as in `chain[0].code`; empty for the whole value. */
  readonly field: string
  /** Name of the broken rule, in the words of the validators of web frameworks. */
  readonly rule: string
  /** One sentence: what is wrong, where, and what would be right. */
  readonly detail: string
}

/** The names in the sentences. */
interface Names {
  /** The whole value, at the start of a sentence: `A fault rule`. */
  readonly subject: string
  /** A field, at the start of a sentence; by default "The `chain[0].code`". */
  readonly nameOf?: (path: string) => string
}

/** The errors of a value in sentences: the first error, or all of them if the validator collects all errors. */
export const errorsIn = (validate: Validate, value: unknown, names: Names): WrongField[] =>
  validate(value) ? [] : inSentences(validate.errors ?? [], names)

/** The errors of ajv in sentences, one for each field. */
export function inSentences(errors: readonly ErrorObject[], names: Names): WrongField[] {
  const found = new Map<string, WrongField>()
  for (const error of withoutAlternatives(errors)) {
    const wrong = inSentence(error, names)
    if (!found.has(wrong.field)) found.set(wrong.field, wrong)
  }
  return [...found.values()]
}

/**
 * Replaces the errors of each union by the error of the union, which names all alternatives; where the value is an object
 * or a list and has the type of one alternative, by the errors of that one.
 */
function withoutAlternatives(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>()
  for (const union of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const inside = errors.filter((error) => isInside(error, union))
    const alternativeOf = ({ schemaPath }: ErrorObject) =>
      schemaPath.slice(union.schemaPath.length + 1).split('/')[0]
    const hasType = (alternative: string | undefined) =>
      inside.every(
        (error) =>
          alternativeOf(error) !== alternative ||
          error.instancePath !== union.instancePath ||
          ['required', 'additionalProperties'].includes(error.keyword),
      )
    const [taken] = inside.map(alternativeOf).filter(hasType)
    const others = inside.filter((error) => taken === undefined || alternativeOf(error) !== taken)
    for (const error of taken === undefined ? others : [union, ...others]) dropped.add(error)
  }
  return errors.filter((error) => !dropped.has(error))
}

const isInside = (error: ErrorObject, { schemaPath, instancePath }: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${schemaPath}/`) && `${error.instancePath}/`.startsWith(`${instancePath}/`)

function inSentence(error: ErrorObject, names: Names): WrongField {
  const { keyword, params, instancePath, data } = error
  // The type of ajv does not know the keywords of its schemas.
  const schema = (error.parentSchema ?? {}) as Keywords
  const path = pathOf(instancePath)
  const subject = path === '' ? names.subject : nameOf(path, names)
  if (keyword === 'required') {
    const missing = String(params['missingProperty'])
    const right = schema.properties?.[missing]
    const detail = `${subject} must have the field \`${missing}\`${right ? `: ${inWords(right)}` : ''}.`
    return { field: inside(path, missing), rule: 'required', detail }
  }
  if (keyword === 'additionalProperties') {
    const unknown = String(params['additionalProperty'])
    return {
      field: inside(path, unknown),
      rule: 'prohibited',
      detail: `${subject} has no field \`${unknown.slice(0, 80)}\`; ${meant(unknown, Object.keys(schema.properties ?? {}))}`,
    }
  }
  const words = wordsOf(schema)?.map(String) ?? []
  const [like] = typeof data === 'string' ? similar(data, words, 1) : []
  const hint = like === undefined ? '.' : `; did you mean ${like}?`
  return {
    field: path,
    rule: ruleOf(schema),
    detail: `${subject} must be ${inWords(schema)}, not ${shown(data)}${hint}`,
  }
}

const nameOf = (path: string, { nameOf: own = (each) => `The \`${each}\`` }: Names): string => own(path)

/** The end of a sentence about an unknown name: the most similar name, or all names. */
function meant(unknown: string, known: readonly string[]): string {
  const [like] = similar(unknown, known, 1)
  return like === undefined ? `its fields are ${known.join(', ')}.` : `did you mean \`${like}\`?`
}

/** The path of a field within an outer path. */
const inside = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

/** A path such as `chain[0].code` for the JSON pointer `/chain/0/code`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : inside(path, part)), '')
