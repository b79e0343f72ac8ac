import { pathTo } from '../contract/companions.ts'
import { timeOf } from '../contract/moment.ts'
import { isObject, type JsonObject } from '../contract/objects.ts'
import { kinds, rowOf } from '../contract/resources.ts'
import type { ReadGap } from './gap-settings.ts'
import { copyOf, type Resource, resourcesIn } from './resources-in.ts'

/** Changes a resource in place. @param where the response that the resource is in, and the start of its URLs */
type Change = (resource: Resource, where: { readonly response: object; readonly base: string }) => void

/**
 * The gap settings that change only the presentation of a response, as one
 * function from envelope to envelope; undefined where all are at their defaults.
 */
export function presentation(gap: ReadGap): ((envelope: object, base: string) => object) | undefined {
  const order = gap('fields.order')
  const changes: Change[] = [
    ...(gap('meta.resource') === 'everywhere' ? [addResourceUrl] : []),
    ...(gap('time.offset') === 'other' ? [shiftTimes] : []),
    ...(gap('fields.extra') === 'some' ? [addExtraField] : []),
    ...(gap('counts') === 'zero' ? [removeCounts] : []),
    ...(order === 'panel' ? [putInPanelOrder] : []),
  ]
  if (changes.length === 0 && order !== 'reversed') return undefined
  return (envelope, base) => {
    const response = copyOf(envelope)
    for (const resource of resourcesIn(response))
      for (const change of changes) change(resource, { response, base })
    if (order === 'panel' && isObject(response['meta'])) moveLast(response['meta'], ['pagination'])
    return order === 'reversed' ? JSON.parse(JSON.stringify(response), reversed) : response
  }
}

const addResourceUrl: Change = (resource, { base }) => {
  const key = resource.attributes['id'] ?? resource.attributes['uuid']
  if (key === undefined) return
  // The UUID of a backup is any text. UTF-8 replaces unpaired surrogates, for which `encodeURIComponent` would throw.
  const path = pathTo(resource.object, encodeURIComponent(Buffer.from(String(key)).toString()))
  resource.meta ??= { resource: base + path }
}

const addExtraField: Change = ({ attributes }) => {
  attributes['x_beyond_the_document'] = true
}

const offset = { minutes: 330, text: '+05:30' }

/** The same time in another offset; a string that is not a time, or the last time of the year 9999, is unchanged. */
function shifted(time: string): string {
  const moment = new Date(timeOf(time) + offset.minutes * 60_000)
  const year = moment.getUTCFullYear()
  return year >= 0 && year <= 9999 ? moment.toISOString().replace(/\.\d+Z$/, offset.text) : time
}

const shiftTimes: Change = ({ attributes }) => {
  for (const [name, time] of Object.entries(attributes))
    if (name.endsWith('_at') && typeof time === 'string') attributes[name] = shifted(time)
}

/** The kinds of resources whose counts may be 0 in lists. */
const countedKinds = ['tag', 'mount']

const removeCounts: Change = (resource, { response }) => {
  const { object, attributes } = resource
  const isCounted = object === 'user' || (countedKinds.includes(object) && resource !== response)
  if (isCounted) for (const name in attributes) if (name.endsWith('_count')) attributes[name] = 0
}

/** The fields that the real panel writes last, by kind of resource. */
const lastFields = new Map<string, readonly string[] | undefined>(
  kinds.map((kind) => [kind, rowOf(kind).lastInPanel]),
)

const putInPanelOrder: Change = ({ object, attributes }) => moveLast(attributes, lastFields.get(object))

function moveLast(object: JsonObject, names: readonly string[] = []): void {
  for (const name of names) {
    const { [name]: value } = object
    delete object[name]
    if (value !== undefined) object[name] = value
  }
}

/** Reverses the fields of an object, for `JSON.parse`. */
const reversed = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
