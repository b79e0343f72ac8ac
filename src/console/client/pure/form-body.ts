import { type Schema, typesOf } from './schema.ts'

/** One field of a form. */
export interface Field {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly isRequired: boolean
  readonly description: string
  /** For a choice: what there is to choose from. */
  readonly choices: readonly Choice[]
}

/** A value, and the one text that stands for it. */
interface Choice {
  readonly text: string
  readonly value: unknown
}

/** What stands in a field, and whether it is sent at all. */
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

/** `1` and `"1"` are two values: a text wears its quotation marks where it would pass for another. */
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

/** A form filled in with an example: what the example lacks is there, and not sent. */
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
 * The object that a form stands for. What a field cannot hold is sent as the
 * text that it is: the form is also there to be refused.
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

/** The JSON that a text is; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
