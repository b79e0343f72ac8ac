import { pathTo } from '../contract/companions.ts'
import type { JsonObject } from '../contract/objects.ts'
import { kinds, rowOf } from '../contract/resources.ts'
import type { ReadGap } from './gap-settings.ts'

type Json = unknown
type Transform = (value: Json) => Json

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
const everyObject = (value: Json, change: (object: JsonObject) => JsonObject): Json => {
  if (Array.isArray(value)) return value.map((item) => everyObject(item, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, everyObject(inner, change)])
  return change(Object.fromEntries(entries))
}

const reversed: Transform = (value) =>
  everyObject(value, (object) => Object.fromEntries(Object.entries(object).toReversed()))

/** The fields that the real panel writes last, by kind of resource. */
const lastFields = new Map<string, readonly string[] | undefined>(
  kinds.map((kind) => [kind, rowOf(kind).lastInPanel]),
)

const inPanelOrder: Transform = (value) =>
  everyObject(value, (object) => {
    if ('pagination' in object) {
      const { pagination, ...others } = object
      return { ...others, pagination }
    }
    const last = isEnvelope(object) ? lastFields.get(object.object) : undefined
    if (!last || !isEnvelope(object)) return object
    const fields = Object.entries(object.attributes)
    const attributes = Object.fromEntries([
      ...fields.filter(([name]) => !last.includes(name)),
      ...last.flatMap((name) => fields.filter(([each]) => each === name)),
    ])
    return { ...object, attributes }
  })

/** The kinds of resources whose counts may be 0 in lists. */
const countedKinds = ['tag', 'mount']

const withoutCounts: Transform = (value) =>
  everyObject(value, (object) => {
    if (isEnvelope(object) && object.object === 'user') return uncounted(object)
    if (object['object'] !== 'list' || !Array.isArray(object['data'])) return object
    return { ...object, data: object['data'].map((item) => (isCounted(item) ? uncounted(item) : item)) }
  })

const isCounted = (item: Json): item is Envelope =>
  isEnvelope(Object(item)) && countedKinds.includes(Object(item).object)

const uncounted = (envelope: Envelope): Envelope => ({
  ...envelope,
  attributes: Object.fromEntries(
    Object.entries(envelope.attributes).map(([name, field]) => [name, name.endsWith('_count') ? 0 : field]),
  ),
})

type Envelope = JsonObject & { object: string; attributes: JsonObject }

const isEnvelope = (object: JsonObject): object is Envelope =>
  typeof object['object'] === 'string' &&
  typeof object['attributes'] === 'object' &&
  object['attributes'] !== null

const withExtraFields: Transform = (value) =>
  everyObject(value, (object) =>
    isEnvelope(object)
      ? { ...object, attributes: { ...object.attributes, x_beyond_the_document: true } }
      : object,
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
  everyObject(value, (object) =>
    isEnvelope(object)
      ? {
          ...object,
          attributes: Object.fromEntries(
            Object.entries(object.attributes).map(([key, inner]) => [
              key,
              key.endsWith('_at') && typeof inner === 'string' ? shifted(inner) : inner,
            ]),
          ),
        }
      : object,
  )

const withResourceUrls = (value: Json, base: string): Json =>
  everyObject(value, (object) => {
    if (!isEnvelope(object) || 'meta' in object) return object
    const key = object.attributes['id'] ?? object.attributes['uuid']
    if (key === undefined) return object
    return { ...object, meta: { resource: base + pathTo(object.object, String(key)) } }
  })
