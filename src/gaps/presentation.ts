import { pathTo } from '../contract/companions.ts'
import type { ReadGap } from './gap-settings.ts'

type Json = unknown
type Transform = (value: Json) => Json
type Bag = Record<string, Json>

/**
 * The gap settings that change only the presentation of a response, as one
 * function from envelope to envelope; undefined where all are at their defaults.
 */
export function presentation(gap: ReadGap): ((envelope: object, base: string) => object) | undefined {
  const metas = gap('meta.resource') === 'everywhere'
  const steps: Transform[] = [
    ...(gap('time.offset') === 'other' ? [inOtherOffset] : []),
    ...(gap('fields.extra') === 'some' ? [withExtraFields] : []),
    ...(gap('counts') === 'zero' ? [withoutCounts] : []),
    ...(gap('fields.order') === 'reversed' ? [reversed] : []),
    ...(gap('fields.order') === 'panel' ? [inPanelOrder] : []),
  ]
  if (steps.length === 0 && !metas) return undefined
  return (envelope, base) => {
    const start: Json = metas ? withResourceUrls(envelope, base) : envelope
    return steps.reduce((value, step) => step(value), start) as object
  }
}

/** A copy of a value in which `change` has replaced every object, the innermost first. */
const everyObject = (value: Json, change: (bag: Bag) => Bag): Json => {
  if (Array.isArray(value)) return value.map((item) => everyObject(item, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, everyObject(inner, change)])
  return change(Object.fromEntries(entries))
}

const reversed: Transform = (value) =>
  everyObject(value, (bag) => Object.fromEntries(Object.entries(bag).toReversed()))

/** The fields that the real panel writes last, by kind of resource. */
const lastFields: Readonly<Record<string, readonly string[]>> = {
  egg: ['created_at', 'updated_at'],
  server: ['updated_at', 'created_at'],
  server_variable: ['sort_order', 'server_value', 'required'],
}

const inPanelOrder: Transform = (value) =>
  everyObject(value, (bag) => {
    if ('pagination' in bag) {
      const { pagination, ...others } = bag
      return { ...others, pagination }
    }
    const last = isEnvelope(bag) ? lastFields[bag.object] : undefined
    if (!last || !isEnvelope(bag)) return bag
    const fields = Object.entries(bag.attributes)
    const attributes = Object.fromEntries([
      ...fields.filter(([name]) => !last.includes(name)),
      ...last.flatMap((name) => fields.filter(([each]) => each === name)),
    ])
    return { ...bag, attributes }
  })

/** The kinds of resources whose counts may be 0 in lists. */
const countedKinds = ['tag', 'mount']

const withoutCounts: Transform = (value) =>
  everyObject(value, (bag) => {
    if (isEnvelope(bag) && bag.object === 'user') return uncounted(bag)
    if (bag['object'] !== 'list' || !Array.isArray(bag['data'])) return bag
    return { ...bag, data: bag['data'].map((item) => (isCounted(item) ? uncounted(item) : item)) }
  })

const isCounted = (item: Json): item is Envelope =>
  isEnvelope(Object(item)) && countedKinds.includes(Object(item).object)

const uncounted = (envelope: Envelope): Envelope => ({
  ...envelope,
  attributes: Object.fromEntries(
    Object.entries(envelope.attributes).map(([name, field]) => [name, name.endsWith('_count') ? 0 : field]),
  ),
})

type Envelope = Bag & { object: string; attributes: Bag }

const isEnvelope = (bag: Bag): bag is Envelope =>
  typeof bag['object'] === 'string' && typeof bag['attributes'] === 'object' && bag['attributes'] !== null

const withExtraFields: Transform = (value) =>
  everyObject(value, (bag) =>
    isEnvelope(bag) ? { ...bag, attributes: { ...bag.attributes, x_beyond_the_document: true } } : bag,
  )

const offset = { minutes: 330, text: '+05:30' }

/** Forms of ISO 8601 that `Date` does not read stay as they are. */
function shifted(time: string): string {
  // An offset may consist of hours only, which `Date` does not parse.
  const moment = Date.parse(time.replace(/([+-]\d\d)$/, '$1:00')) + offset.minutes * 60_000
  const isKnown = Math.abs(moment) <= 8.64e15
  return isKnown ? new Date(moment).toISOString().replace(/\.\d+Z$/, offset.text) : time
}

const inOtherOffset: Transform = (value) =>
  everyObject(value, (bag) =>
    isEnvelope(bag)
      ? {
          ...bag,
          attributes: Object.fromEntries(
            Object.entries(bag.attributes).map(([key, inner]) => [
              key,
              key.endsWith('_at') && typeof inner === 'string' ? shifted(inner) : inner,
            ]),
          ),
        }
      : bag,
  )

const withResourceUrls = (value: Json, base: string): Json =>
  everyObject(value, (bag) => {
    if (!isEnvelope(bag) || 'meta' in bag) return bag
    const key = bag.attributes['id'] ?? bag.attributes['uuid']
    if (key === undefined) return bag
    return { ...bag, meta: { resource: base + pathTo(bag.object, String(key)) } }
  })
