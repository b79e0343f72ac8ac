import { type Kind, pagedIds } from '../../../src/contract/index.ts'
import { answered, instead } from '../changes.ts'
import { attributesOf, dataOf, isObject, type JsonObject, replace, resources } from '../json.ts'
import { bodyOf, isGranted, withBody } from '../messages.ts'
import { relisted } from '../whole-list.ts'
import { type Variant, variantsOf } from './variant.ts'

/** A copy of a record with another key. */
const another = (record: unknown, number: number): unknown => {
  const copy = structuredClone(record)
  const attributes = attributesOf(copy)
  const digits = String(number).padStart(12, '0')
  // The record of another list has another beginning.
  replace(attributes, 'uuid', (uuid) => `${String(uuid).slice(0, 8)}-0000-4000-8000-${digits}`)
  return Object.assign(attributes, { name: `new ${number}` }) && copy
}

/** Changes of a list by other clients, by the number of changes so far. */
const happenings: Readonly<
  Record<string, (records: readonly unknown[], done: number) => readonly unknown[]>
> = {
  'a record appears first': (records, done) => [
    ...Array.from({ length: done }, (_, at) => another(records[0], done - at)),
    ...records,
  ],
  'a record appears last': (records, done) => [
    ...records,
    ...Array.from({ length: done }, (_, at) => another(records[0], at)),
  ],
  'the first record is removed': (records, done) => records.slice(Math.min(done, records.length - 3)),
  'the last record is removed': (records, done) => records.slice(0, Math.max(3, records.length - done)),
  'one record gives way to another': (records, done) => [
    ...records.slice(Math.min(done, records.length - 3)),
    ...Array.from({ length: done }, (_, at) => another(records[0], at)),
  ],
  'a record is renamed': (records, done) =>
    records.map((record, at) => (at === 0 && done > 0 ? another(record, done) : record)),
}

const often = [1, 2, 3, 5, 13, 40]

const lists = pagedIds.flatMap((on) =>
  variantsOf(Object.entries(happenings), often, ([inWords, change], every) => ({
    name: `${on}: with every ${every}. request ${inWords}`,
    make: () =>
      relisted(on, (records, times) =>
        // An empty list has no record to copy.
        records.length === 0 ? records : change(records, Math.floor(times / every)),
      ),
  })),
)

/** A backup that is completed during the run. */
const making: readonly Variant[] = [1, 4, 20].map((after) => ({
  name: `a backup finishes after ${after} requests`,
  make: () =>
    answered('listServerBackups', (json, _, times) => {
      const [first] = dataOf(json)
      if (times > after) return
      Object.assign(attributesOf(first), {
        bytes: times * 4096,
        is_successful: false,
        checksum: null,
        completed_at: null,
      })
    }),
}))

/** Changes of single resources by other clients, by the number of changes so far. */
const others: Readonly<
  Record<string, readonly [kind: Kind, change: (attributes: JsonObject, done: number) => void]>
> = {
  'tags are renamed': ['tag', (tag, done) => replace(tag, 'name', (name) => `${name} ${done}`)],
  'mounts are attached or detached': [
    'mount',
    (mount, done) => {
      if (done % 2 === 0) return
      mount['mounted'] = !mount['mounted']
      mount['servers_count'] = Number(mount['servers_count']) + (mount['mounted'] ? 1 : -1)
      // The servers of the mount are cut off, so that they do not contradict `mounted`.
      mount['relationships'] = {}
    },
  ],
  'servers change their state': [
    'server',
    (server, done) => {
      Object.assign(server, { status: `state ${done}`, suspended: done % 2 === 1 })
      replace(server, 'container.installed', () => done % 3)
    },
  ],
  'the sums of a node change': [
    'node',
    (node, done) => replace(node, 'allocated_resources', () => ({ memory: done, disk: done * 2 })),
  ],
}

/**
 * A mount that appears and disappears with each request cannot be distinguished from a list with errors in every
 * second response.
 */
const areTold = ({ name }: Variant): boolean =>
  name !== 'with every 1. request mounts are attached or detached'

const singles = variantsOf(Object.entries(others), often, ([inWords, [kind, change]], every) => ({
  name: `with every ${every}. request ${inWords}`,
  make: () =>
    answered('all', (json, _, times) => {
      const happen = (attributes: JsonObject) => change(attributes, Math.floor(times / every))
      // A tag is nested as it is shown alone.
      resources(kind, happen, kind === 'tag' ? {} : { place: 'top' })(json)
    }),
}))

/** Renames servers at every place of a response. */
function rename(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) rename(item)
  if (!isObject(value)) return
  const name = 'Renamed by its owner'
  if (value['identifier'] !== undefined) value['name'] = name
  if (typeof value['server_name'] === 'string') value['server_name'] = name
  // The server of a database.
  if (isObject(value['server'])) value['server']['name'] = name
  for (const inner of Object.values(value)) rename(inner)
}

/** Servers are renamed once, also in reads beyond the document. */
const renames: readonly Variant[] = often.map((after) => ({
  name: `servers are renamed after ${after} requests`,
  make: () =>
    instead('anything', async (request, next, times) => {
      const response = await next(request)
      if (times > after && isGranted(response)) rename(response.json)
      return response
    }),
}))

/** Another client writes to the same node, server or egg between requests. */
const writers: readonly Variant[] = [7, 23].map((every) => ({
  name: `with every ${every}. update somebody else updates the node before`,
  make: () =>
    instead('updateNode', async (request, next, times) => {
      const { name: _, ...rest } = bodyOf(request)
      if (times % every === 0) await next(withBody(request, { ...rest, name: 'Somebody else' }))
      return next(request)
    }),
}))

export const moving: readonly Variant[] = [
  ...lists,
  ...making,
  ...singles.filter(areTold),
  ...renames,
  ...writers,
]
