import type { Static, TObject, TOptional, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { SettableGapId } from '../../contract/gaps/index.ts'
import { isObject } from '../../contract/objects.ts'
import { email } from '../../contract/schemas/primitives.ts'
import { ownKeywords } from '../../contract/schemas/strict.ts'
import type { ReadGap } from '../../gaps/gap-settings.ts'
import { once } from '../../util/once.ts'
import { allInvalid, type FieldError, invalid, mostFields } from '../errors.ts'
import { hasLooseText, trimmed, withTypes } from './lenient.ts'
import { panelRulesOf } from './panel-rules.ts'

/**
 * Turns a parsed body into the fields that an operation knows.
 * @param gap reads gap settings, and records the gaps that the body touches
 * @throws ApiError with an entry for each invalid field
 */
export type ReadBody<T> = (body: unknown, gap: ReadGap) => T

/** The gaps that decide the accepted values of some fields, by field. */
export type DecidedBy = Readonly<Record<string, SettableGapId>>

/**
 * Prepares the reader of a JSON body; the validator is loaded by the first operation that needs it.
 * @param schema its fields in the order in which the real panel names them in errors
 */
export async function bodyReader<S extends TObject>(
  schema: S,
  decidedBy: DecidedBy = {},
): Promise<ReadBody<Static<S>>> {
  const check = await checker(schema)
  const order = Object.keys(schema.properties)
  return (body, gap) => {
    const sent = body === undefined ? {} : body
    if (!isObject(sent) && gap('body.media-types') === 'refuse')
      throw invalid(broken('', 'object', 'be a JSON object'))
    let fields = isObject(sent) ? sent : {}
    if (hasLooseText(fields) && gap('body.empty-text') === 'null') fields = trimmed(fields, schema)
    let errors = check(fields)
    const retyped = errors.length > 0 ? withTypes(fields, schema) : fields
    if (retyped !== fields && gap('body.types') === 'lenient') {
      fields = retyped
      errors = check(fields)
    }
    const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(schema.properties, name))
    if (unknown.length > 0 && gap('body.unknown-fields') === 'refuse') {
      for (const field of unknown.slice(0, mostFields)) errors.push(broken(field, ...unknownField))
    }
    if (errors.length > 1 && gap('error.words') === 'panel') {
      const placeOf = ({ field }: FieldError): number => order.indexOf(field.split('.')[0] ?? '')
      errors.sort((one, other) => placeOf(one) - placeOf(other))
    }
    for (const field of [...unknown, ...errors.map((error) => error.field)]) {
      const decisive = Object.hasOwn(decidedBy, field) ? decidedBy[field] : undefined
      if (decisive) gap(decisive)
    }
    if (errors.length > 0) throw allInvalid(errors)
    // The schema has accepted the fields, but the compiler cannot infer their type from that.
    return (unknown.length === 0 ? fields : without(unknown, fields)) as Static<S>
  }
}

function without(names: readonly string[], fields: Readonly<Record<string, unknown>>): object {
  const left = new Set(names)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name)))
}

/** Prepares a function that returns an entry for each field of a value that breaks the schema. */
export async function checker(schema: TSchema): Promise<(value: unknown) => FieldError[]> {
  const { all, first } = await validators()
  const validate = all(schema)
  // A large value is checked up to its first error: collecting all errors could block the server for seconds.
  return (value) => errorsOf(hasManyValues(value) ? first(schema) : validate, value)
}

/** Maximum number of values in a body whose errors are all collected; of a larger body, only one error is. */
const mostValues = 1_000

function hasManyValues(value: unknown): boolean {
  const values = [value]
  // The list grows while it is iterated.
  for (const each of values) {
    if (typeof each !== 'object' || each === null) continue
    const inner = Object.values(each)
    if (values.length + inner.length > mostValues) return true
    values.push(...inner)
  }
  return false
}

const unknownField = ['prohibited', 'not be sent: this operation does not know it'] as const

/** The schema of a body with these properties; `required` tells which of them must be sent. */
export const requiring = <P extends TProperties>(properties: P, required: (field: string) => boolean) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        required(name) ? schema : Type.Optional(schema),
      ]),
    ),
    // The required fields are known only at run time, so the type makes every field optional.
  ) as unknown as TObject<{ [K in keyof P]: TOptional<P[K]> }>

type Compile = (schema: TSchema) => ValidateFunction

/** Compiles validators that collect all errors of a value, or validators that stop at the first error. */
const validators = once(async (): Promise<Record<'all' | 'first', Compile>> => {
  const { Ajv } = await import('ajv')
  const compiler = (allErrors: boolean): Compile => {
    const ajv = new Ajv({ allErrors, allowUnionTypes: true, verbose: true })
    ajv.addVocabulary(ownKeywords)
    ajv.addFormat('email', new RegExp(email().pattern ?? '', 'u'))
    // The key is the text of the schema: each change of a gap setting creates equal schemas again.
    const known = new Map<string, ValidateFunction>()
    return (schema) => {
      const text = JSON.stringify(schema)
      const validate = known.get(text) ?? ajv.compile(schema)
      known.set(text, validate)
      return validate
    }
  }
  return { all: compiler(true), first: compiler(false) }
})

function errorsOf(validate: ValidateFunction, body: unknown): FieldError[] {
  if (validate(body)) return []
  const first = new Map<string, FieldError>()
  for (const error of validate.errors ?? []) {
    const found = fieldError(error)
    if (!first.has(found.field)) first.set(found.field, found)
  }
  // With an error inside a field, the error of the field only says that no alternative of its schema matches.
  const fields = [...first.keys()]
  return [...first.values()].filter(({ field }) => !fields.some((other) => other.startsWith(`${field}.`)))
}

/** The rule name of each schema keyword, and its requirement in words that follow "must". */
const rules: Readonly<Record<string, (params: Record<string, unknown>) => [rule: string, must: string]>> = {
  required: () => ['required', 'be sent'],
  type: ({ type }) => [String([type].flat()[0]), `be ${typeInWords([type].flat())}`],
  minLength: ({ limit }) =>
    limit === 1 ? ['required', 'not be empty'] : ['min', `have at least ${limit} characters`],
  maxLength: ({ limit }) => ['max', `have at most ${limit} characters`],
  minimum: ({ limit }) => ['min', `be at least ${limit}`],
  maximum: ({ limit }) => ['max', `be at most ${limit}`],
  format: ({ format }) => [String(format), 'be an e-mail address'],
  maxItems: ({ limit }) => ['max', `have at most ${limit} items`],
  maxProperties: ({ limit }) => ['max', `have at most ${limit} items`],
  additionalProperties: () => [...unknownField],
  enum: ({ allowedValues }) => ['in', `be one of ${choice([allowedValues].flat())}`],
}

function fieldError(error: ErrorObject): FieldError {
  const { keyword, params, instancePath, parentSchema } = error
  const parent = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  // For a missing or unknown field, `instancePath` is the path of the object around the field.
  const inner = params['missingProperty'] ?? params['additionalProperty']
  const field = [parent, inner].filter(Boolean).join('.')
  const [rule, must] = rules[keyword]?.(params) ?? [
    'regex',
    `be ${parentSchema?.['says'] ?? 'of the right form'}`,
  ]
  const panelRules = panelRulesOf(error)
  return { ...broken(field, rule, must), ...(panelRules && { panelRules }) }
}

/** Lists the accepted values; strings next to other values are quoted, so that 1 and "1" differ. */
const choice = (values: readonly unknown[]): string =>
  (values.every((value) => typeof value === 'string')
    ? values
    : values.map((value) => JSON.stringify(value))
  ).join(', ')

/** The error of one field; `must` follows "must" in its sentence. */
export const broken = (field: string, rule: string, must: string): FieldError => ({
  field,
  rule,
  detail: `The ${field === '' ? 'body' : `\`${field}\``} must ${must}.`,
})

const typeInWords = (types: readonly unknown[]): string =>
  types
    .map((type) => (type === 'null' ? 'null' : `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${type}`))
    .join(' or ')
