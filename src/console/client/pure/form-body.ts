import { parsed, valueAt } from '../../../contract/objects.ts'

/** The part of a JSON schema that forms use. */
export interface Schema {
  /** The schema that it stands for, in a document. */
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  /** The table whose ids the value is, or has. */
  readonly 'x-nestbox-table'?: string
}

/** One field of a form. */
export interface Field {
  /** The path of the field in its body, such as `limits.memory`. */
  readonly name: string
  /** The place of a parameter; undefined for a field of a body. */
  readonly in?: 'path' | 'query' | 'header'
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly description: string
  /** The options of a choice: a value, and a text that no other option has. */
  readonly choices: readonly { readonly text: string; readonly value: unknown }[]
  /** The table whose ids the field holds: one id, or a list of them if the kind is `json`. */
  readonly table: string | undefined
  /** The value that an empty text stands for; undefined if it is an empty string. */
  readonly blank?: unknown
}

/** The text of a field, and whether the field is sent. */
export interface Value {
  readonly isSent: boolean
  readonly text: string
}

export type Values = Readonly<Record<string, Value>>

/** The fields of an object in the order of its schema; an object with fixed fields of its own has one for each. */
export function fieldsOf(schema: Schema): Field[] {
  const forms = [schema, ...(schema.anyOf ?? [])]
  const properties = Object.assign({}, ...forms.map((form) => form.properties)) as Record<string, Schema>
  return Object.entries(properties).flatMap(([name, property]) => {
    const isRequired = schema.required?.includes(name) ?? false
    if (!property.properties) return [fieldOf(name, property, isRequired)]
    return Object.entries(property.properties).map(([inner, each]) =>
      fieldOf(`${name}.${inner}`, each, isRequired && (property.required?.includes(inner) ?? false)),
    )
  })
}

export function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const types = typesOf(schema)
  return {
    name,
    kind: schema.enum ? 'choice' : kindOf(types.filter((type) => type !== 'null')),
    isRequired,
    isNullable: types.includes('null'),
    description: schema.description ?? '',
    choices: (schema.enum ?? []).map((value, _, all) => ({ text: choiceText(value, all), value })),
    table: schema['x-nestbox-table'],
  }
}

/** The text of an option, quoted if another option has the same text: `1` and `"1"` are different values. */
function choiceText(value: unknown, all: readonly unknown[]): string {
  const isMistakable = all.some((other) => other !== value && textOf(other) === textOf(value))
  return isMistakable ? JSON.stringify(value) : textOf(value)
}

/** Every type that a schema or one of its alternatives allows. */
const typesOf = (schema: Schema): string[] => [
  ...[schema.type ?? []].flat(),
  ...(schema.anyOf ?? []).flatMap(typesOf),
]

function kindOf(types: readonly string[]): Field['kind'] {
  const is = (...allowed: readonly string[]) =>
    types.length > 0 && types.every((type) => allowed.includes(type))
  if (is('boolean')) return 'boolean'
  if (is('integer', 'number')) return 'number'
  return is('string', 'integer', 'number') ? 'text' : 'json'
}

/** How a form is filled in. */
export interface Filling {
  /** Whether a field is sent; by default if it is given or required. */
  readonly isSent?: (field: Field) => boolean
  /** Whether a field that is neither given nor required is empty; otherwise it has its first choice. */
  readonly isEmpty?: boolean
}

/** The values of a form from a body, or a part of it. */
export const valuesFrom = (
  fields: readonly Field[],
  body: unknown,
  { isSent, isEmpty = false }: Filling = {},
): Values =>
  Object.fromEntries(
    fields.map((field) => {
      const given = valueAt(body, field.name)
      const isUsual = given !== undefined || field.isRequired
      const first = field.kind === 'boolean' ? 'false' : (field.choices[0]?.text ?? '')
      const text = given !== undefined ? shownText(field, given) : isEmpty && !isUsual ? '' : first
      return [field.name, { isSent: isSent?.(field) ?? isUsual, text }]
    }),
  )

const shownText = ({ choices, blank }: Field, given: unknown): string =>
  given === blank ? '' : (choices.find(({ value }) => value === given)?.text ?? textOf(given))

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
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (!value?.isSent) continue
    const [outer = '', inner] = field.name.split('.')
    const sent = sentValue(field, value.text)
    body[outer] = inner === undefined ? sent : { ...Object(body[outer]), [inner]: sent }
  }
  return body
}

function sentValue({ kind, choices, blank }: Field, text: string): unknown {
  if (text === '' && blank !== undefined) return blank
  const chosen = choices.find((choice) => choice.text === text)
  if (chosen) return chosen.value
  const value = kind === 'text' ? undefined : parsed(text)
  if (value === undefined) return text
  const isKept = kind === 'json' || value === null || typeof value === (kind === 'choice' ? 'number' : kind)
  return isKept ? value : text
}
