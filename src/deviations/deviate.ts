import type { DeviationId } from '../contract/deviations.ts'
import { isObject, type JsonObject } from '../contract/objects.ts'
import { copyOf, isResource, type Resource, resourcesIn } from '../gaps/resources-in.ts'
import { includedBy } from '../resources/included.ts'
import type { Included } from '../resources/view.ts'
import type { Change } from '../store/world.ts'

/** The inputs of deviations in addition to the response. */
export interface Circumstances {
  /** The rows that the request changed. */
  readonly changes: readonly Change[]
  /** The query of the request, if it chooses the relationships of the response. */
  readonly including: string | undefined
}

/** Changes a response in place. */
type Deviate = (response: JsonObject, circumstances: Circumstances) => void

/** A copy of a response with the given deviations from the document. */
export function deviated(
  ids: readonly DeviationId[],
  response: object,
  circumstances: Circumstances,
): object {
  const copy = copyOf(response)
  for (const id of ids) ways[id](copy, circumstances)
  return copy
}

/** Changes every resource of a kind, nested ones as well. */
const each =
  (kind: string, change: (resource: Resource) => void): Deviate =>
  (response) => {
    for (const resource of resourcesIn(response)) if (resource.object === kind) change(resource)
  }

/** Leaves out a field of every resource of a kind. */
const lacking = (kind: string, field: string): Deviate =>
  each(kind, ({ attributes }) => {
    delete attributes[field]
  })

const ways: Readonly<Record<DeviationId, Deviate>> = {
  'variable-times': each('server_variable', ({ attributes }) => {
    for (const name of ['created_at', 'updated_at']) {
      const { [name]: time } = attributes
      const moment = typeof time === 'string' ? new Date(time) : undefined
      // `Date` cannot parse some forms of ISO 8601 that a world file may contain.
      if (moment && !Number.isNaN(moment.getTime()))
        attributes[name] = moment.toISOString().replace('Z', '000Z')
    }
  }),
  'nested-node-without-count': (response) => {
    for (const { object, attributes } of topOf(response).flatMap((top) => resourcesIn(top.attributes)))
      if (object === 'node') delete attributes['servers_count']
  },
  'tags-without-meta': each('tag', (tag) => {
    delete tag.meta
  }),
  'logs-as-list': each('egg', ({ attributes: { config } }) => {
    if (isObject(config) && hasNoLogs(config['logs'])) config['logs'] = []
  }),
  'variable-without-required': lacking('server_variable', 'required'),
  'environment-number': each('server', ({ attributes: { container } }) => {
    const environment = isObject(container) ? container['environment'] : undefined
    const limit = isObject(environment) ? Number(environment[limitName]) : Number.NaN
    // A variable of the egg can have the same name and any value.
    if (isObject(environment) && Number.isFinite(limit)) environment[limitName] = limit
  }),
  'mounts-without-relationships': lacking('mount', 'relationships'),
  'node-without-mounts': lacking('node', 'mounts'),
  'description-before-update': (response, { changes }) => {
    const before = changes.find(({ table }) => table === 'nodes')?.before
    const { attributes } = response
    if (before && 'description' in before && isObject(attributes))
      attributes['description'] = before.description
  },
  'relationships-as-list': (response, { including = '' }) => {
    const included = includedBy(including)
    for (const resource of topOf(response)) emptied(resource, included)
  },
}

const limitName = 'P_SERVER_ALLOCATION_LIMIT'

/** Whether log settings have the values that an import fills in where a file has no log settings. */
const hasNoLogs = (logs: unknown): boolean =>
  isObject(logs) && logs['custom'] === false && logs['location'] === ''

const kindsWithRelationships = ['node', 'egg', 'server', 'user']

/** Leaves a resource only the relationships that were included, and an empty array if none were. */
function emptied({ object, attributes }: Resource, included: Included): void {
  if (!kindsWithRelationships.includes(object)) return
  const { relationships, ...others } = attributes
  const kept = Object.entries(isObject(relationships) ? relationships : {}).filter(([name]) =>
    included.has(name),
  )
  for (const [name, value] of kept)
    for (const nested of topOf(value)) emptied(nested, included.get(name) ?? nothing)
  const value = kept.length > 0 ? Object.fromEntries(kept) : []
  if (relationships === undefined) insert(attributes, others, value)
  else attributes['relationships'] = value
}

const nothing: Included = new Map()

/** Inserts relationships before the times of a resource that has no relationships in the document. */
function insert(
  attributes: JsonObject,
  { created_at, updated_at, ...fields }: JsonObject,
  relationships: unknown,
): void {
  for (const name of Object.keys(attributes)) delete attributes[name]
  Object.assign(attributes, fields, { relationships, created_at, updated_at })
}

/** The resource of a response, or the resources of its list. */
const topOf = (value: unknown): readonly Resource[] =>
  isResource(value)
    ? [value]
    : isObject(value) && Array.isArray(value['data'])
      ? value['data'].filter(isResource)
      : []
