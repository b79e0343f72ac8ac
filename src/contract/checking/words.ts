/** The keywords of JSON Schema, and our own, that describe which values a schema accepts. */
export interface Keywords {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Keywords>>
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Keywords[]
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  /** The accepted values in words, where the other keywords do not describe them. */
  readonly says?: string
  /** Whether messages leave a wrong value out, because it may be a token. */
  readonly isSecret?: boolean
}

/**
 * The values that a schema accepts, in words that follow "must be".
 * @param broken the keyword that a value breaks; the largest exact integer is named to no other
 */
export function inWords(schema: Keywords, broken?: string): string {
  const { type, anyOf, says } = schema
  if (says !== undefined) return says
  const words = isChoice(schema) ? wordsIn(schema) : []
  if (words.length > 0) return words.length > 1 ? `one of ${words.map(plain).join(', ')}` : shown(words[0])
  if (anyOf) return anyOf.map((each) => inWords(each)).join(' or ')
  return [type]
    .flat()
    .map((each) => typeInWords(String(each), schema, broken === 'maximum'))
    .join(' or ')
}

/** Whether a schema accepts nothing but some words. */
const isChoice = ({ enum: words, const: only, anyOf = [] }: Keywords): boolean =>
  (words ?? only) !== undefined || (anyOf.length > 0 && anyOf.every((each) => each.const !== undefined))

/** The words that a schema accepts, maybe among other values. */
export const wordsIn = ({ enum: words, const: only, anyOf = [] }: Keywords): readonly unknown[] => [
  ...(words ?? (only === undefined ? [] : [only])),
  ...anyOf.flatMap(wordsIn),
]

/** The rules of keywords, in the words of the validators of web frameworks. */
const rules: Readonly<Record<string, string>> = {
  required: 'required',
  additionalProperties: 'prohibited',
  enum: 'in',
  const: 'in',
  pattern: 'regex',
  minimum: 'min',
  minLength: 'min',
  minItems: 'min',
  maximum: 'max',
  maxLength: 'max',
  maxItems: 'max',
  uniqueItems: 'distinct',
  maxProperties: 'max',
}

/** The name of the rule that a value breaks, in the words of the validators of web frameworks. */
export function ruleOf(keyword: string, schema: Keywords): string {
  if (keyword === 'minLength' && schema.minLength === 1) return 'required'
  if (keyword === 'format') return String(schema.format)
  const known = rules[keyword]
  if (known !== undefined) return known
  const { type, anyOf } = schema
  if (anyOf?.[0]) return isChoice(schema) ? 'in' : ruleOf('type', anyOf[0])
  return String([type].flat()[0] ?? 'in')
}

const plain = (word: unknown): string => (typeof word === 'string' ? word : shown(word))

function typeInWords(
  type: string,
  { minimum, maximum, minLength, maxLength, maxItems, format }: Keywords,
  isTooLarge: boolean,
): string {
  if (type === 'boolean') return 'true or false'
  if (type === 'null') return 'null'
  if (type === 'array') return `a list${maxItems === undefined ? '' : ` of at most ${maxItems} items`}`
  if (type === 'object') return 'an object'
  if (format === 'email') return 'an e-mail address'
  if (type === 'string') {
    const filled = minLength === undefined ? '' : ' that is not empty'
    return `a string${filled}${maxLength === undefined ? '' : `${filled && ','} of at most ${maxLength} characters`}`
  }
  const least = minimum === undefined ? '' : ` from ${minimum}`
  const hasMost = maximum !== undefined && (isTooLarge || maximum !== Number.MAX_SAFE_INTEGER)
  const most = hasMost ? ` to ${maximum}` : ''
  return `${type === 'integer' ? 'an' : 'a'} ${type}${least}${most}`
}

/** A kind of resource in words, such as `database host`. */
export const nounOf = (kind: string): string => kind.replaceAll('_', ' ')

/** A number of things in words, such as `1 record` or `2 records`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The first of some names in a sentence, and the number of the others. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return names.slice(0, most).join(', ') + more
}

/** A text with a capital letter in front. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A value as JSON for a message, cut to 80 characters. */
export function shown(value: unknown): string {
  const text = written(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

function written(value: unknown): string {
  if (typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // `JSON.stringify` throws for such values.
    return 'a value that is nested too deeply'
  }
}
