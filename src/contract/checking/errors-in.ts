import type { ErrorObject } from 'ajv'
import { similar } from './similar.ts'
import { inWords, type Keywords, ruleOf, shown, wordsIn } from './words.ts'

/** A validator of ajv: any, or one that `compile` has made. */
export interface Validate<T = unknown> {
  (value: unknown): value is T
  readonly schema: unknown
  errors?: readonly ErrorObject[] | null | undefined
}

/** An error in data from outside. */
export interface WrongField {
  /** Path of the field, as in `chain[0].code`; empty for the whole value. */
  readonly field: string
  /** Name of the broken rule, in the words of the validators of web frameworks. */
  readonly rule: string
  /** One sentence: what is wrong, where, and what would be right. */
  readonly detail: string
}

/** Maximum characters of the path of a field in a refusal, which can have names that a client invented. */
const longestPath = 1_000

export const wrongField = (field: string, rule: string, detail: string): WrongField => {
  return { field: field.slice(0, longestPath), rule, detail }
}

/** The names in the sentences. */
interface Names {
  /**
   * The whole value, at the start of a sentence: `A fault rule`. Without it, sentences about missing and unknown fields
   * begin with the field, as forms show them next to it.
   */
  readonly subject?: string
  /** A field, at the start of a sentence; by default "The `chain[0].code`". */
  readonly nameOf?: (path: string) => string
  /** Whether wrong values are left out, because they may be secret. */
  readonly hidesValues?: boolean
  /** A wrong value as it was written; by default the value. */
  readonly written?: () => unknown
}

/** A broken keyword: an error of ajv with the schema that has the keyword, and the value that breaks it. */
export type Broken = ErrorObject & { readonly schema: Keywords; readonly data: unknown }

/** The errors of a value in sentences: the first one, or one for each wrong field if the validator collects all errors. */
export const errorsIn = (validate: Validate, value: unknown, names: Names): WrongField[] =>
  brokenIn(validate, value, names).map(({ wrong }) => wrong)

/** The errors of a value, each with the broken keyword. */
export function brokenIn(
  validate: Validate,
  value: unknown,
  names: Names,
): { readonly wrong: WrongField; readonly broken: Broken }[] {
  if (validate(value)) return []
  const found = new Map<string, { wrong: WrongField; broken: Broken }>()
  for (const error of withoutAlternatives(validate.errors ?? [])) {
    const schema = at(
      validate.schema,
      error.schemaPath.split('/').slice(0, -1).map(decodeURIComponent).join('/'),
    )
    // A part of a schema that has a keyword is a schema.
    const broken = { ...error, schema: schema as Keywords, data: at(value, error.instancePath) }
    const wrong = inSentence(broken, names)
    if (!found.has(wrong.field)) found.set(wrong.field, { wrong, broken })
  }
  return [...found.values()]
}

/** The value at a JSON pointer. */
const at = (value: unknown, pointer: string): unknown =>
  partsOf(pointer).reduce((inner: unknown, part) => Object(inner)[part], value)

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

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

function inSentence({ keyword, params, instancePath, schema, data }: Broken, names: Names): WrongField {
  const path = pathOf(instancePath)
  const subject = path === '' ? (names.subject ?? 'The body') : nameOf(path, names)
  const absent = params['missingProperty'] ?? params['additionalProperty']
  if (absent !== undefined) {
    const name = String(absent)
    const field = inside(path, name)
    const isMissing = keyword === 'required'
    const { properties = {} } = schema
    const right = isMissing ? properties[name] : undefined
    const absence = isMissing
      ? `must have the field \`${name}\`${right ? `: ${inWords(right)}` : ''}.`
      : `has no field \`${name.slice(0, 80)}\`; ${meant(name, Object.keys(properties))}`
    const must = isMissing ? 'be sent' : 'not be sent: this operation has no such field'
    const isInForm = names.subject === undefined
    const detail = isInForm ? `${nameOf(field, names)} must ${must}.` : `${subject} ${absence}`
    return wrongField(field, ruleOf(keyword, schema), detail)
  }
  const words = wordsIn(schema).filter((word) => typeof word === 'string')
  const [like] = typeof data === 'string' ? similar(data, words, 1) : []
  const hint = like === undefined ? '.' : `; did you mean ${like}?`
  // With many words, the similar one says more than all.
  const written = shown(names.written ? names.written() : data)
  const isHidden = names.hidesValues || schema.isSecret
  const given = isHidden ? '' : `, not ${written}`
  const wrong =
    like !== undefined && words.length > mostWords && schema.says === undefined && !isHidden
      ? `cannot be ${written}`
      : `must be ${inWords(schema, keyword)}${given}`
  return wrongField(path, ruleOf(keyword, schema), `${subject} ${wrong}${hint}`)
}

/** Maximum number of words in a message that names a similar one. */
const mostWords = 10

const nameOf = (path: string, { nameOf: own = (each) => `The \`${each}\`` }: Names): string => own(path)

/** The end of a sentence about an unknown name: the most similar name, or all names. */
function meant(unknown: string, known: readonly string[]): string {
  const [like] = similar(unknown, known, 1)
  if (like !== undefined) return `did you mean \`${like}\`?`
  return known.length === 1 ? `its only field is \`${known[0]}\`.` : `its fields are ${known.join(', ')}.`
}

/** The path of a field within an outer path. */
export const inside = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

/** A path such as `chain[0].code` for the JSON pointer `/chain/0/code`. */
const pathOf = (pointer: string): string =>
  partsOf(pointer).reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : inside(path, part)), '')

/** Data from outside that is refused; the message says what is wrong, and what would be right. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  /** The wrong field and the rule that it breaks; undefined if the refusal is not about one field. */
  readonly wrong: WrongField | undefined

  constructor(reason: string | WrongField) {
    super(typeof reason === 'string' ? reason : reason.detail)
    this.wrong = typeof reason === 'string' ? undefined : reason
  }
}

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 502 | 503

/** A refused call of the control API or the library, or a request that an upstream does not get; the message gives the reason and the accepted values. */
export class ControlError extends Refusal {
  override readonly name = 'ControlError'
  /** The HTTP status of the error. */
  readonly status: Status

  constructor(status: Status, reason: string | WrongField) {
    super(reason)
    this.status = status
  }
}

/**
 * Checks a value from a caller without types, such as an HTTP request or a JavaScript program.
 * @param subject the name of the value at the start of a message
 * @throws ControlError for the first wrong field
 */
export function check<T>(validate: Validate<T>, value: unknown, subject: string): asserts value is T {
  const [wrong] = errorsIn(validate, value, { subject })
  if (wrong) throw new ControlError(422, wrong)
}
