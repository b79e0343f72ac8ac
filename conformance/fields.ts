import { type TObject, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isLoose, strict } from '../src/contract/index.ts'
import { type KindName, kinds } from './kinds.ts'
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
 * @param form `loose` lets null and absence be where a field's meaning is optional
 */
export function fieldJudge(form: 'loose' | 'strict'): (found: Found) => BadField[] {
  return (found) => {
    const validate = validatorOf(form, found)
    return validate(found.attributes) ? [] : badFields(found, validate.errors ?? [])
  }
}

const ajv = new Ajv({ allErrors: true, verbose: true })
ajv.addVocabulary(['says', 'loose'])

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

function badField(
  found: Found,
  { keyword, instancePath, params, parentSchema, data }: ErrorObject,
): BadField {
  const missing = keyword === 'required' ? `/${params['missingProperty']}` : ''
  const at = instancePath + missing
  const says = String(parentSchema?.['says'] ?? '')
  const isNull = keyword === 'type' && data === null
  const fault: Fault =
    missing || isNull
      ? 'absent'
      : keyword === 'type'
        ? 'type'
        : says.startsWith('a timestamp')
          ? 'timestamp'
          : 'format'
  const wanted = missing
    ? 'the field'
    : says || `${article(String(params['type'] ?? parentSchema?.['type']))}`
  return {
    found,
    fault,
    pointer: `${found.pointer}/attributes${at}`,
    path: at.slice(1).replaceAll('/', '.'),
    expected: wanted,
    actual: missing ? 'nothing' : JSON.stringify(data),
  }
}

const article = (type: string): string => `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`

/** Fields of the document by dotted name, `node.memory`, and whether anything was ever seen in them. */
export class FieldLedger {
  readonly #known = new Set<string>()
  readonly #seen = new Set<string>()

  constructor() {
    for (const kind of Object.keys(kinds) as KindName[]) {
      for (const place of ['top', 'nested'] as const) collect(schemaOf(kind, place), kind, this.#known)
    }
  }

  note({ kind, attributes }: Found): void {
    for (const path of this.#known) {
      const [head, ...keys] = path.split('.')
      if (head === kind && !this.#seen.has(path) && holds(attributes, keys)) this.#seen.add(path)
    }
  }

  summary(): { known: number; seen: number; never: string[] } {
    const never = [...this.#known].filter((path) => !this.#seen.has(path))
    return { known: this.#known.size, seen: this.#seen.size, never }
  }
}

function collect(schema: TObject, prefix: string, into: Set<string>): void {
  for (const [name, declared] of Object.entries(schema.properties)) {
    const path = `${prefix}.${name}`
    into.add(path)
    const inner = isLoose(declared) ? declared.anyOf[0] : declared
    if (inner['type'] === 'object' && inner['properties']) collect(inner as TObject, path, into)
  }
}

function holds(value: unknown, keys: readonly string[]): boolean {
  const end = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  return end !== undefined && end !== null
}
