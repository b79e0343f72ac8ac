import { type Form, type Kind, responseOf, rowOf, withArticle } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import type { Exchange } from '../client/client.ts'
import { isObject } from './reception.ts'

/** A resource in a response. */
export interface Found {
  readonly exchange: Exchange
  readonly kind: Kind
  readonly form: Form
  /** JSON pointer to the envelope of the resource. */
  readonly pointer: string
  readonly envelope: Readonly<Record<string, unknown>>
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A place without the envelope that it should have. */
export interface Misplaced {
  readonly exchange: Exchange
  readonly rule: 'list-data' | 'nested-place' | 'nested-form'
  readonly pointer: string
  readonly expected: string
  readonly value: unknown
}

export interface Walked {
  readonly found: readonly Found[]
  readonly misplaced: readonly Misplaced[]
}

/** The maximum number of places that are reported of one response; more of them have the same cause. */
const mostMisplaced = 1_000

/**
 * Every resource of a granted response, at the top and nested, and every place without the envelope that it should
 * have. Cached, because many rules judge the same response.
 */
export const walk = onceFor((exchange: Exchange): Walked => {
  const found: Found[] = []
  const misplaced: Misplaced[] = []
  const shape = responseOf(exchange.ask.operation)
  if (shape.envelope === 'none') return { found, misplaced }
  // Only companions show kinds that section 2 does not describe.
  const expected = shape.kind as Kind

  const misplace = (rule: Misplaced['rule'], pointer: string, value: unknown, expected: string): void => {
    if (misplaced.length < mostMisplaced) misplaced.push({ exchange, rule, pointer, expected, value })
  }

  const visit = (value: unknown, kind: Kind, form: Form, pointer: string, rule: Misplaced['rule']): void => {
    if (!isObject(value) || value['object'] !== kind || !isObject(value['attributes'])) {
      misplace(rule, pointer, value, `an envelope of ${withArticle(kind)}: object "${kind}" and attributes`)
      return
    }
    const { attributes } = value
    found.push({ exchange, kind, form, pointer, envelope: value, attributes })
    visitRelationships(attributes['relationships'], kind, `${pointer}/attributes/relationships`)
  }

  const visitRelationships = (value: unknown, kind: Kind, pointer: string): void => {
    if (value === undefined || isEmptyArray(value)) return
    if (!isObject(value)) {
      misplace('nested-place', pointer, value, 'an object of relationships by name, or an empty one')
      return
    }
    const { relationships = {} } = rowOf(kind)
    for (const [name, { kind: inner, many }] of Object.entries(relationships))
      if (Object.hasOwn(value, name)) visitNested(value[name], inner, many, `${pointer}/${name}`)
    for (const [name, entry] of Object.entries(value))
      if (!Object.hasOwn(relationships, name) && !isEnvelope(entry))
        misplace(
          'nested-form',
          `${pointer}/${name}`,
          entry,
          'an envelope of a resource or of a list, or nothing',
        )
  }

  const visitNested = (value: unknown, kind: Kind, many: boolean, pointer: string): void => {
    // Limits the recursion: a body may have any depth.
    if (isCut(value) || pointer.length > longestPointer) return
    if (!many) {
      visit(value, kind, 'nested', pointer, 'nested-form')
      return
    }
    if (!isObject(value) || value['object'] !== 'list' || !Array.isArray(value['data'])) {
      misplace(
        'nested-form',
        pointer,
        value,
        `a list envelope of ${kind} resources, or an empty object or list`,
      )
      return
    }
    for (const [index, item] of value['data'].entries()) {
      if (isObject(item) && Object.keys(item).length === 0) continue
      visit(item, kind, 'nested', `${pointer}/data/${index}`, 'nested-form')
    }
  }

  const body = exchange.reply?.json
  if (shape.envelope === 'single') visit(body, expected, 'top', '', 'list-data')
  else if (isObject(body) && Array.isArray(body['data'])) {
    for (const [index, item] of body['data'].entries())
      visit(item, expected, 'top', `/data/${index}`, 'list-data')
  }
  return { found, misplaced }
})

/**
 * Whether a relationship of another name than those of the document is an envelope, cut off or null. The real panel
 * writes a null as a resource without attributes.
 */
const isEnvelope = (value: unknown): boolean =>
  value === null ||
  isCut(value) ||
  (isObject(value) &&
    typeof value['object'] === 'string' &&
    (isObject(value['attributes']) || value['attributes'] === null || Array.isArray(value['data'])))

/** The maximum length of a pointer in characters, about a hundred levels of relationships. */
const longestPointer = 4_000

const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** Whether a relationship is cut off. Section 2.1 item 3. */
const isCut = (value: unknown): boolean =>
  isEmptyArray(value) ||
  (isObject(value) &&
    (Object.keys(value).length === 0 || (value['object'] === 'list' && isEmptyArray(value['data']))))
