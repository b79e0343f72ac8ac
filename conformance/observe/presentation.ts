import { KindGuard } from '@sinclair/typebox'
import { plural } from '../../src/contract/checking/words.ts'
import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import { fieldsOf, type Kind, kinds, objectAt, recordOf, rowOf, valueAt } from '../../src/contract/index.ts'
import { urlOf } from '../checks/2.1-envelopes.ts'
import { type Attributes, granted } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import type { Seen } from '../judge/seen.ts'
import type { Found } from '../judge/walk.ts'
import { control, isGranted } from './ask.ts'
import { agreed, type Observers, other, sampled, unseen } from './observer.ts'

/** The resources that are enough to see the form of all, so that the others take no time. */
const some = (seen: Seen): readonly Found[] => seen.found().slice(0, 200_000)

const snake = ['normal', 'installing', 'install_failed', 'reinstall_failed', 'suspended', 'restoring_backup']

/** Gaps about the form of resources, and the names of states in them. */
export const presentation = {
  nulls: async ({ seen }) => nullsSeen(some(seen)),

  'fields.extra': async ({ seen }) => {
    const found = some(seen)
    if (found.length === 0) return undefined
    const extra = [...new Set(found.flatMap(extraFields))]
    return extra.length === 0
      ? { observed: 'none', detail: `in ${plural(found.length, 'resource')}` }
      : sampled('some', brief(extra))
  },

  'fields.order': async ({ seen }) => {
    const orders = some(seen).flatMap(({ kind, attributes }) => {
      const value = orderOf(kind, Object.keys(attributes))
      return value === undefined ? [] : [{ value, where: kind }]
    })
    // For most kinds of resources the panel has the order of the document.
    const isPanel = orders.some(({ value }) => value === 'panel')
    return agreed(
      orders.map((order) => (isPanel && order.value === 'document' ? { ...order, value: 'panel' } : order)),
    )
  },

  'time.offset': async ({ seen }) => {
    const offsets = some(seen).flatMap(({ attributes }) => Object.entries(attributes).flatMap(offsetOf))
    if (offsets.length === 0) return undefined
    const counts = new Map<string, number>()
    for (const offset of offsets) counts.set(offset, (counts.get(offset) ?? 0) + 1)
    const counted = [...counts].map(([offset, count]) => `${offset} in ${plural(count, 'timestamp')}`)
    const isUtc = offsets.every((offset) => /^[+-]00(?::?00)?$/.test(offset))
    return sampled(isUtc ? '+00:00' : 'other', brief(counted))
  },

  'nesting.cut': async ({ seen }) => {
    const found = some(seen)
    if (!found.some(({ attributes }) => Object.hasOwn(attributes, 'relationships'))) return undefined
    const deepest = found.reduce((one, other) =>
      depthOf(other.pointer) > depthOf(one.pointer) ? other : one,
    )
    const depth = depthOf(deepest.pointer)
    const choices = ['cut', 'one-level', 'two-levels'] as const
    const detail = depth === 0 ? 'no resource is nested' : `${plural(depth, 'level')}, at ${deepest.pointer}`
    return sampled(choices[depth] ?? 'other', detail)
  },

  'relationships.include': async (fixtures) => {
    const plain = filledIn((await control(fixtures, 'updateServerStartup')).attributes)
    const including = await fixtures.like('updateServerStartup', { query: { include: 'egg' } })
    if (!isGranted(including)) return other('a request with `include` is refused')
    const filled = filledIn(granted(including).attributes)
    const detail = `with \`include=egg\` filled: ${filled.join(', ') || 'none'}`
    if (filled.join() === plain.join()) return { observed: 'ignore', detail }
    return filled.join() === 'egg' ? sampled('expand', detail) : other(detail)
  },

  counts: async ({ seen }) => {
    const tags = seen
      .found('tag')
      .filter(({ form, exchange }) => form === 'top' && exchange.ask.operation === 'syncNodeTags')
    if (tags.length === 0) return undefined
    // The tags of a node are each used by at least one node.
    const isCounted = tags.some(({ attributes }) => Number(attributes['nodes_count']) > 0)
    return { observed: isCounted ? 'real' : 'zero', detail: `in ${plural(tags.length, 'tag')} of the node` }
  },

  'meta.resource': async ({ seen }) => {
    const isStated = ({ kind, form }: Found) => ['always', form].some((place) => place === rowOf(kind).meta)
    const found = some(seen).filter(
      ({ attributes }) => Object.hasOwn(attributes, 'id') || Object.hasOwn(attributes, 'uuid'),
    )
    const having = found.filter(hasUrl)
    const [stated, unstated] = [found.filter(isStated), found.filter((each) => !isStated(each))]
    if (unstated.length === 0) return undefined
    const isKept = stated.length > 0 && stated.every(hasUrl)
    if (isKept && having.length === stated.length) return 'where-stated'
    if (having.length === found.length) return 'everywhere'
    const which = [...new Set(having.map(({ kind, form }) => `${kind} (${form})`))]
    return other(which.length === 0 ? 'no resource has one' : brief(which))
  },

  'server.status': async ({ seen }) => {
    const words = [
      ...new Set(
        seen
          .found('server')
          .map(({ attributes }) => attributes['status'])
          .filter((word) => typeof word === 'string'),
      ),
    ].toSorted()
    const detail = words.join(', ') || 'no server has one'
    const isSnake = words.some((word) => word.includes('_'))
    const isKebab = words.some((word) => word.includes('-'))
    const isUnknown = words.some((word) => !snake.includes(word.replaceAll('-', '_')))
    if (isUnknown || (isSnake && isKebab)) return other(detail)
    if (isSnake) return sampled('snake', detail)
    return isKebab ? sampled('kebab', detail) : unseen(detail)
  },
} satisfies Partial<Observers>

/** Fields that the document does not name, of a resource and of the objects nested in its fields. */
const extraFields = ({ kind, attributes }: Found): readonly string[] =>
  objectsOf[kind].flatMap((place) =>
    Object.keys(objectAt({ attributes }, place))
      .map((field) => `${place}.${field}`.replace(/^attributes/, kind))
      .filter((path) => !named.has(path)),
  )

/** The fields of all kinds in the document, as paths. */
const named = new Set(
  kinds.flatMap((kind) => [
    ...fieldPathsOf(kind).map(({ path }) => `${kind}.${path}`),
    ...(rowOf(kind).relationships ? [`${kind}.relationships`] : []),
  ]),
)

/** The objects with documented fields in the resources of each kind. */
const objectsOf = recordOf(kinds, (kind) => [
  'attributes',
  ...fieldPathsOf(kind).flatMap(({ path, schema }) =>
    KindGuard.IsObject(schema) ? [`attributes.${path}`] : [],
  ),
])

/** The number of relationships in a JSON pointer. */
const depthOf = (pointer: string): number => pointer.split('/relationships/').length - 1

const hasUrl = ({ envelope }: Found): boolean => urlOf(envelope) !== undefined

/** Whether the known keys have the order of the document, the order of the panel, or another one. */
function orderOf(kind: Kind, keys: readonly string[]): string | undefined {
  const { properties } = fieldsOf(kind, 'nested')
  const document = Object.keys(properties).filter((key) => keys.includes(key))
  const named = keys.filter((key) => document.includes(key))
  if (named.length < 2) return undefined
  const last = rowOf(kind).lastInPanel ?? []
  const orders = {
    document,
    reversed: document.toReversed(),
    panel: [
      ...document.filter((key) => !last.includes(key)),
      ...last.filter((key) => document.includes(key)),
    ],
  }
  return (
    Object.entries(orders).find(([, order]) => order.join() === named.join())?.[0] ?? 'an order of its own'
  )
}

/** The names of the relationships that are not cut off. */
function filledIn(attributes: Attributes): readonly string[] {
  const isFilled = (value: unknown): boolean =>
    isObject(value) &&
    (isObject(value['attributes']) || (Array.isArray(value['data']) && value['data'].length > 0))
  return Object.entries(objectAt(attributes, 'relationships'))
    .filter(([, value]) => isFilled(value))
    .map(([name]) => name)
}

function offsetOf([field, value]: readonly [string, unknown]): string[] {
  const offset = field.endsWith('_at') && /T[^T+-]*([+-]\d\d(?::?\d\d)?)$/.exec(String(value))?.[1]
  return offset ? [offset] : []
}

/** The first eight items, and the number of the others. */
const brief = (items: readonly string[]): string =>
  items.slice(0, 8).join(', ') + (items.length > 8 ? ` and ${items.length - 8} more` : '')

/**
 * The content of all fields that may be null: `unfinished` if a backup in progress is the reason, `filled` if a field
 * says instead how such a backup would have ended. A missing field has a check of its own.
 */
export function nullsSeen(found: readonly Found[]) {
  const seen = new Map<string, string>()
  for (const each of found) {
    for (const path of nullable[each.kind]) {
      const value = valueAt(each.attributes, path)
      const filling = value === undefined ? 'missing' : fillingOf(value, each)
      if (!seen.has(filling)) seen.set(filling, `${each.kind}.${path}`)
    }
  }
  for (const observed of ['null', 'unfinished', 'filled'] as const) {
    const detail = seen.get(observed)
    if (detail !== undefined) return { observed, detail }
  }
  return seen.has('value') ? unseen('every such field has a value, and no backup was in progress') : undefined
}

/** The content of a field that may be null. A backup is in progress if it has not ended, or ended when it began. */
function fillingOf(value: unknown, { kind, attributes }: Found): string {
  const { is_successful, created_at, completed_at } = attributes
  if (value === null) return kind === 'backup' && completed_at === null ? 'unfinished' : 'null'
  const isRunning = is_successful === false && completed_at !== null && completed_at === created_at
  return kind === 'backup' && isRunning ? 'filled' : 'value'
}

const nullable = recordOf(kinds, (kind) =>
  fieldPathsOf(kind).flatMap(({ path, mayBeNull }) => (mayBeNull ? [path] : [])),
)
