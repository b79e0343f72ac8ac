import type { ErrorObject, ValidateFunction } from 'ajv'
import { createAjv } from '../../src/contract/checking/compile.ts'
import { fieldsOf, strict, withArticle } from '../../src/contract/index.ts'
import { keptIn, onceFor } from '../../src/contract/once.ts'
import type { Exchange } from '../client/client.ts'
import { cut } from './reception.ts'
import { type Found, walk } from './walk.ts'

/** Compiles schemas of the contract into validators that collect all errors. */
export const ajv = createAjv({ allErrors: true, verbose: true, messages: true })

/** A place where a value does not match its schema, with a description. */
interface SchemaFault {
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

/** The faults that a field can have. */
export type Fault = 'absent' | 'type' | 'format' | 'timestamp'

/** A field that differs from its schema in section 2. */
export interface BadField {
  readonly found: Found
  readonly fault: Fault
  /** JSON pointer to the field in the response. */
  readonly pointer: string
  /** The dotted name of the field in its resource. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/**
 * The fields of a resource that differ from its schemas.
 * @param form `loose` accepts null in fields with an optional meaning; a missing field is always a fault
 */
export function badFieldsOf(found: Found, form: 'loose' | 'strict'): readonly BadField[] {
  const validate = validatorOf(form, found)
  return validate(found.attributes) ? [] : badFields(found, validate.errors ?? [])
}

/** The maximum number of bad fields that are reported of one response; more of them have the same causes. */
const mostBad = 10_000

const judging = (form: 'loose' | 'strict') => (exchange: Exchange) => {
  const bad: BadField[] = []
  for (const found of walk(exchange).found) {
    if (bad.length >= mostBad) break
    for (const each of badFieldsOf(found, form)) bad.push(each)
  }
  return bad
}

/** Cached, because many rules judge the same response. */
const judged = { loose: onceFor(judging('loose')), strict: onceFor(judging('strict')) }

/** The bad fields of all resources in a granted response. */
export const badFieldsIn = (exchange: Exchange, form: 'loose' | 'strict'): readonly BadField[] =>
  judged[form](exchange)

/** Compiled schemas are shared between the runs of a process, because compiling takes longer than validating. */
const compiled = new Map<string, ValidateFunction>()

function validatorOf(form: 'loose' | 'strict', { kind, form: place }: Found): ValidateFunction {
  const schema = fieldsOf(kind, place)
  const compile = () => ajv.compile(form === 'strict' ? strict(schema) : schema)
  return keptIn(compiled, `${form} ${kind} ${place}`, compile)
}

function badFields(found: Found, errors: readonly ErrorObject[]): BadField[] {
  const first = new Map<string, BadField>()
  for (const error of errors) {
    if (first.size === mostBad) break
    // An error of a union repeats the errors of its members, and a value other than null is judged by the other member.
    if (error.keyword === 'anyOf' || error.params['type'] === 'null') continue
    const bad = badField(found, error)
    if (!first.has(bad.path)) first.set(bad.path, bad)
  }
  return [...first.values()]
}

function badField(found: Found, error: ErrorObject): BadField {
  const { keyword, data, parentSchema } = error
  const { at, isMissing, expected, actual } = faultOf(error)
  return {
    found,
    fault: isMissing || (keyword === 'type' && data === null) ? 'absent' : faultIn(keyword, parentSchema),
    pointer: `${found.pointer}/attributes${at}`,
    path: at.slice(1).replaceAll('/', '.'),
    expected,
    actual,
  }
}

function faultIn(keyword: string, schema: ErrorObject['parentSchema']): Fault {
  if (keyword === 'type') return 'type'
  return isTimestamp(schema) ? 'timestamp' : 'format'
}

export const isTimestamp = (schema: ErrorObject['parentSchema']): boolean =>
  String(schema?.['says']).startsWith('a timestamp')
