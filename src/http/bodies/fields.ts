import type { Static, TObject, TOptional, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { ValidateFunction } from 'ajv'
import { brokenIn } from '../../contract/checking/errors-in.ts'
import type { SettableGapId } from '../../contract/gaps/index.ts'
import { filtered, isObject, mapValues } from '../../contract/objects.ts'
import { keptIn, once } from '../../contract/once.ts'
import { email } from '../../contract/schemas/primitives.ts'
import type { ReadGap } from '../../gaps/gap-settings.ts'
import { type FieldError, invalid, mostFields } from '../errors.ts'
import { trimmed, withTypes } from './lenient.ts'
import { panelRulesOf } from './panel-rules.ts'

/**
 * Turns a parsed body into the fields that an operation knows.
 * @param gap reads gap settings, and records the gaps that the body touches
 * @throws ApiError with an entry for each invalid field
 */
export type ReadBody<T> = (body: unknown, gap: ReadGap) => T

/** The gaps that decide the accepted values of some fields, each with the values that every choice accepts. */
export type DecidedBy = Readonly<Record<string, { readonly gap: SettableGapId; readonly always: TSchema }>>

export const decidedBy = (gap: SettableGapId, always: TProperties): DecidedBy =>
  mapValues(always, (schema) => ({ gap, always: schema }))

/**
 * Prepares the reader of a JSON body; the validator is loaded by the first operation that needs it.
 * @param schema its fields in the order in which the real panel names them in errors
 */
export async function bodyReader<S extends TObject>(
  schema: S,
  decisions: DecidedBy = {},
): Promise<ReadBody<Static<S>>> {
  const check = await checker(schema)
  const { first } = await validators()
  const decided = Object.entries(decisions).map(
    ([field, { gap, always }]) => [field, gap, first(always)] as const,
  )
  const order = Object.keys(schema.properties)
  return (body, gap) => {
    const sent = body === undefined ? {} : body
    if (!isObject(sent) && gap('body.media-types') === 'refuse')
      throw invalid(broken('', 'object', 'be a JSON object'))
    const object = isObject(sent) ? sent : {}
    const strict = trimmed(object, schema)
    let fields = strict !== object && gap('body.empty-text') === 'null' ? strict : object
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
    for (const [field, id, isAlways] of decided) {
      if (Object.hasOwn(fields, field) && !isAlways(fields[field])) gap(id)
    }
    if (errors.length > 0) throw invalid(...errors)
    // The schema has accepted the fields, but the compiler cannot infer their type from that.
    const isKnown = (name: string) => Object.hasOwn(schema.properties, name)
    return (unknown.length === 0 ? fields : filtered(fields, isKnown)) as Static<S>
  }
}

/** Prepares a function that returns an entry for each field of a value that breaks the schema. */
export async function checker(schema: TSchema): Promise<(value: unknown) => FieldError[]> {
  const { all, first } = await validators()
  const validate = first(schema)
  return (value) => {
    if (validate(value)) return []
    // Only the first error of a large value is reported: collecting all errors could block the server for seconds.
    const found = brokenIn(hasManyValues(value) ? validate : all(schema), value, names)
    return found.map(({ wrong, broken }): FieldError => {
      const panelRules = panelRulesOf(broken)
      return { ...wrong, field: dotted(wrong.field), ...(panelRules && { panelRules }) }
    })
  }
}

/** The errors of bodies name no values, which may be passwords. */
const names = { hidesValues: true, nameOf: (path: string) => `The \`${dotted(path)}\`` }

/** A path such as `tags.0`, in the notation of the real panel. */
const dotted = (path: string): string => path.replaceAll(/\[(\d+)\]/g, '.$1')

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

const unknownField = ['prohibited', 'not be sent: this operation has no such field'] as const

/** The schema of a body with these properties; `required` lists the required ones. */
export const requiring = <P extends TProperties>(properties: P, required: (field: string) => boolean) =>
  Type.Object(
    mapValues<string, TSchema, TSchema>(properties, (schema, name) =>
      required(name) ? schema : Type.Optional(schema),
    ),
    // The required fields are known only at run time, so the type makes every field optional.
  ) as unknown as TObject<{ [K in keyof P]: TOptional<P[K]> }>

type Compile = (schema: TSchema) => ValidateFunction

/** Compiles validators that collect all errors of a value, or validators that stop at the first error. */
const validators = once(async (): Promise<Record<'all' | 'first', Compile>> => {
  const { BoundedPattern, createAjv } = await import('../../contract/checking/compile.ts')
  const compiler = (allErrors: boolean): Compile => {
    const ajv = createAjv({ allErrors })
    ajv.addFormat('email', new BoundedPattern(email().pattern ?? '', 'u'))
    // The key is the text of the schema: each change of a gap setting creates equal schemas again.
    const known = new Map<string, ValidateFunction>()
    return (schema) => keptIn(known, JSON.stringify(schema), () => ajv.compile(schema))
  }
  return { all: compiler(true), first: compiler(false) }
})

/** The error of one field; `must` follows "must" in its sentence. */
export const broken = (field: string, rule: string, must: string): FieldError => ({
  field,
  rule,
  detail: `The ${field === '' ? 'body' : `\`${field}\``} must ${must}.`,
})
