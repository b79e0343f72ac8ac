/** The part of JSON Schema in which the fields of options and of control requests are declared. */
export interface FieldSchema {
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly FieldSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly items?: FieldSchema
  readonly minItems?: number
  readonly maxItems?: number
  /** The accepted values in words, where the other keywords do not describe the values. */
  readonly says?: string
  readonly [keyword: string]: unknown
}

/** The values that a field accepts. */
export interface Field {
  /** The accepted values in words, to follow "must be". */
  readonly right: string
  /** Name of the rule that other values break, in the words of validators. */
  readonly rule: string
  readonly holds: (value: unknown) => boolean
}

export const fieldOf = (schema: FieldSchema): Field => ({
  right: schema.says ?? inWords(schema),
  rule: ruleOf(schema),
  holds: (value) => matches(schema, value),
})

function matches(schema: FieldSchema, value: unknown): boolean {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (schema.anyOf) return schema.anyOf.some((each) => matches(each, value))
  if (schema.enum) return schema.enum.includes(value)
  if (schema.const !== undefined) return value === schema.const
  switch (schema.type) {
    case undefined:
      return true
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || (schema.type === 'integer' && !Number.isSafeInteger(value)))
        return false
      return value >= minimum && value <= maximum
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'string':
      return typeof value === 'string' && new RegExp(schema.pattern ?? '').test(value)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
      if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) return false
      return value.every((item) => matches(items, item))
    }
    default:
      throw new Error(`a field of type ${schema.type} cannot be checked`)
  }
}

function ruleOf(schema: FieldSchema): string {
  const { type, enum: words, anyOf, pattern } = schema
  if (anyOf?.[0]) return ruleOf(anyOf[0])
  return words || isWord(schema) ? 'in' : pattern ? 'regex' : type === 'number' ? 'between' : String(type)
}

const isWord = (schema: FieldSchema): boolean => schema.const !== undefined

function inWords({ type, enum: words, anyOf, minimum, maximum }: FieldSchema): string {
  if (words) return `one of ${words.join(', ')}`
  if (anyOf?.every(isWord)) return `one of ${anyOf.map((each) => each.const).join(', ')}`
  if (anyOf) return anyOf.map((each) => fieldOf(each).right).join(' or ')
  if (type === 'boolean') return 'true or false'
  if (type === 'null') return 'null'
  const least = minimum === undefined ? '' : ` from ${minimum}`
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`
  return `${type === 'integer' ? 'an' : 'a'} ${type}${least}${most}`
}

/** The path of a field within an outer path, such as `chain[0].code`; an empty one stands for the whole value. */
export const inside = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

/** A value as JSON for a message, cut to 80 characters. */
export function shown(value: unknown): string {
  const text = written(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

/** `JSON.stringify` throws for a value that is nested too deeply. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'a value that is nested too deeply'
  }
}
