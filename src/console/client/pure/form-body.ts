import { type Schema, typesOf } from './schema.ts'

/** One field of a form. */
export interface Field {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly isRequired: boolean
  readonly description: string
  /** The options of a choice. */
  readonly choices: readonly Choice[]
}

/** An option: a value, and a text that no other option has. */
interface Choice {
  readonly text: string
  readonly value: unknown
}

/** The text of a field, and whether the field is sent. */
export interface Value {
  readonly isSent: boolean
  readonly text: string
}

export type Values = Readonly<Record<string, Value>>

/** The fields of an object, in the order of its schema. */
export function fieldsOf(schema: Schema): Field[] {
  const parts = [schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, schema.required?.includes(name) ?? false),
  )
}

export function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const choices = (schema.enum ?? []).map((value, _, all) => ({ text: choiceText(value, all), value }))
  return { name, kind: kindOf(schema), isRequired, description: schema.description ?? '', choices }
}

/** The text of an option, quoted if another option has the same text: `1` and `"1"` are different values. */
function choiceText(value: unknown, all: readonly unknown[]): string {
  const isMistakable = all.some((other) => other !== value && textOf(other) === textOf(value))
  return isMistakable ? JSON.stringify(value) : textOf(value)
}

function kindOf(schema: Schema): Field['kind'] {
  if (schema.enum) return 'choice'
  const types = typesOf(schema).filter((type) => type !== 'null')
  const is = (...allowed: readonly string[]) =>
    types.length > 0 && types.every((type) => allowed.includes(type))
  if (is('boolean')) return 'boolean'
  if (is('integer', 'number')) return 'number'
  return is('string') || is('string', 'integer', 'number') ? 'text' : 'json'
}

/** The values of a form from an example; fields that the example lacks are not sent. */
export function valuesFrom(fields: readonly Field[], example: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const isGiven = field.name in example
      const text = isGiven
        ? shownText(field, example[field.name])
        : field.kind === 'boolean'
          ? 'false'
          : (field.choices[0]?.text ?? '')
      return [field.name, { isSent: isGiven || field.isRequired, text }]
    }),
  )
}

const shownText = ({ choices }: Field, given: unknown): string =>
  choices.find(({ value }) => value === given)?.text ?? textOf(given)

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value, null, 2)
      : String(value)

/**
 * The body of a form. Text that does not fit the type of its field is sent as a string, so that a form can send invalid
 * requests too.
 */
export function bodyFrom(fields: readonly Field[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => values[name]?.isSent)
      .map((field) => [field.name, sentValue(field, values[field.name]?.text ?? '')]),
  )
}

function sentValue({ kind, choices }: Field, text: string): unknown {
  const chosen = choices.find((choice) => choice.text === text)
  if (chosen) return chosen.value
  const isPlain = kind === 'text' || (kind === 'number' && text.trim() === '')
  if (isPlain) return text
  const value = parsed(text)
  if (value === undefined) return text
  const isKept = kind === 'json' || value === null || typeof value === (kind === 'choice' ? 'number' : kind)
  return isKept ? value : text
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
