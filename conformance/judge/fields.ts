import { type TObject, Type } from '@sinclair/typebox'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { strict } from '../../src/contract/index.ts'
import { type KindName, kinds } from './kinds.ts'
import { ajv, faultOf } from './schema-fault.ts'
import type { Found } from './walk.ts'

/** In which way a field can be wrong. */
export type Fault = 'absent' | 'type' | 'format' | 'timestamp'

/** A field that is not as section 2 has it. */
export interface BadField {
  readonly found: Found
  readonly fault: Fault
  /** JSON pointer to the field in the answer. */
  readonly pointer: string
  /** Its dotted name in the resource. */
  readonly path: string
  readonly expected: string
  readonly actual: string
}

/**
 * Judges the fields of resources by their schemas.
 * @param form `loose` lets null be where a field's meaning is optional; a field that is absent is always bad
 */
export function fieldJudge(form: 'loose' | 'strict'): (found: Found) => BadField[] {
  return (found) => {
    const validate = validatorOf(form, found)
    return validate(found.attributes) ? [] : badFields(found, validate.errors ?? [])
  }
}

/** Compiling takes longer than judging, so many runs in one process share what they compile. */
const compiled = new Map<string, ValidateFunction>()

function validatorOf(form: 'loose' | 'strict', { kind, form: place }: Found): ValidateFunction {
  const key = `${form} ${kind} ${place}`
  const known = compiled.get(key)
  if (known) return known
  const schema = schemaOf(kind, place)
  const made = ajv.compile(form === 'strict' ? strict(schema) : schema)
  compiled.set(key, made)
  return made
}

/** The fields that a resource has at the top of an answer, or under another's relationships. */
export function schemaOf(kind: KindName, place: Found['form']): TObject {
  const { fields, top, nested } = kinds[kind]
  const more = place === 'top' ? top : nested
  return Type.Object({ ...fields.properties, ...more?.properties })
}

function badFields(found: Found, errors: readonly ErrorObject[]): BadField[] {
  const first = new Map<string, BadField>()
  for (const error of errors) {
    // A union only sums up what its parts have said already.
    if (error.keyword === 'anyOf') continue
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
  return String(schema?.['says']).startsWith('a timestamp') ? 'timestamp' : 'format'
}
