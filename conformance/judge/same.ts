import { KindGuard, type TSchema } from '@sinclair/typebox'
import { entryOf } from '../../src/contract/field-paths.ts'
import { isNullable } from '../../src/contract/index.ts'
import { momentOf } from '../../src/contract/moment.ts'
import { inParts } from '../../src/contract/wildcard.ts'
import { isObject } from './reception.ts'

/** Fields in which upper and lower case are equal. */
const caseless = new Set(['email', 'username', 'fqdn', 'scheme', 'uuid'])

/**
 * The registry, the namespace and the tag of an image that are meant where a reference has none. A first part with a
 * period or a port is a registry itself.
 */
const meantInImages =
  /^(?:(?:index\.)?docker\.io\/(?!(?:[^/]*[.:][^/]*|localhost)\/))?(?:library\/)?|:latest$/g

/** Whether two values of a field are equal in meaning. */
export const isSame = (field: string, one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (one !== undefined &&
    other !== undefined &&
    (meaning(field, one) === meaning(field, other) ||
      (field.endsWith('startup_command') && (isExpanded(one, other) || isExpanded(other, one)))))

/**
 * Whether a text is a template whose placeholders are replaced: the document does not say which of the two a command
 * shows.
 */
const isExpanded = (template: unknown, text: unknown): boolean =>
  typeof template === 'string' &&
  typeof text === 'string' &&
  template.includes('{{') &&
  inParts(template.split(/\{\{[^{}]*\}\}/))(text)

/** Whether a value of another type has the meaning of a text, as 7 has that of "007"; other checks judge types. */
export const isInOtherType = (text: unknown, value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'boolean') &&
  (String(value) === text || Number(text) === value)

/**
 * A text that all spellings of a value have in common: any order of keys, any format of a timestamp (to the second) or
 * UUID, any case of an e-mail address or user name, any normal form of Unicode, any line ends, any length of an image
 * reference, and an empty text as null.
 */
export const meaning = (field: string, value: unknown): string => JSON.stringify(plain(field, value)) ?? ''

/** A text with line feeds as its line ends, which the document does not define. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

function plain(field: string, value: unknown): unknown {
  if (value === '') return null
  if (typeof value === 'string') {
    if (caseless.has(field)) return value.toLowerCase()
    if (field.includes('image')) return value.replaceAll(meantInImages, '')
    const moment = field.endsWith('_at') ? momentOf(value) : undefined
    // One place of a server may show fractions of a second that another does not.
    return moment === undefined ? withLineFeeds(value.normalize()) : Math.floor(moment / 1000)
  }
  if (Array.isArray(value)) return value.map((item) => plain(field, item))
  if (!isObject(value)) return value
  // Entries are arrays, so that the key `__proto__` is treated like any other.
  const names = Object.keys(value).toSorted()
  // The names of a map of images are labels.
  return { entries: names.map((name) => [name, plain(field.includes('image') ? field : name, value[name])]) }
}

/** A value of a field without the keys that the document does not name, by which nothing is judged. */
export function documented(declared: TSchema, value: unknown): unknown {
  if (!isObject(value)) return value
  const schema = isNullable(declared) ? declared.anyOf[0] : declared
  const entry = entryOf(schema)
  const named = KindGuard.IsObject(schema) ? schema.properties : undefined
  if (!(entry || named)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const own = entry ?? (Object.hasOwn(named ?? {}, name) ? named?.[name] : undefined)
      return own ? [[name, documented(own, inner)]] : []
    }),
  )
}
