import { fieldPathsOf } from '../../../src/contract/field-paths.ts'
import { kinds, mapInside } from '../../../src/contract/index.ts'
import { answered, attributesOf, changedAt, dataOf, everyResource, remove, replace } from '../changes.ts'
import { isGranted, isObject, type JsonObject, type MakeMiddleware, type Middleware } from '../messages.ts'
import { named, type Variant } from './variant.ts'

/** Fields that may be null; without the `description` of a node, which the run sends. */
const optional = kinds.flatMap((kind) =>
  fieldPathsOf(kind)
    .filter(({ mayBeNull, path }) => mayBeNull && !(kind === 'node' && path === 'description'))
    .map(({ path }) => ({ kind, path })),
)

const nulls = (fields: typeof optional): Middleware =>
  everyResource('any', (attributes, envelope) => {
    for (const { kind, path } of fields)
      if (envelope['object'] === kind) replace(attributes, path, () => null)
  })

/** Null in each field that may be null, and in all of them. */
const absentValues: readonly Variant[] = [
  { name: 'null in every optional field', make: () => nulls(optional) },
  ...optional.map(
    (field): Variant => ({
      name: `null in ${field.kind}.${field.path}`,
      isOnlyInFull: true,
      make: () => nulls([field]),
    }),
  ),
]

/** Placeholders in startup commands are replaced, but not in servers that are nested in mounts. */
const expanded: Variant = {
  name: 'startup commands with their placeholders replaced, except in 4.4',
  make: () =>
    everyResource(
      'server',
      (server) =>
        replace(server, 'container.startup_command', (command) =>
          String(command).replaceAll(/\{\{.*?\}\}/g, 'value'),
        ),
      { on: ['updateServerStartup', 'importEgg'] },
    ),
}

/** A copy of a JSON value with the keys of its objects in another order. */
const reordered = (value: unknown, order: (entries: [string, unknown][]) => [string, unknown][]): unknown => {
  const copy = mapInside(value, (inner) => reordered(inner, order))
  return isObject(copy) ? Object.fromEntries(order(Object.entries(copy))) : copy
}

/** Changes every nested relationship; the names of the relationships stay, as an imported egg requires. */
const everyRelationship = (cut: (value: unknown) => unknown): Middleware =>
  everyResource('any', (attributes) => {
    const { relationships } = attributes
    if (!isObject(relationships)) return
    for (const name of Object.keys(relationships)) relationships[name] = cut(relationships[name])
  })

const wholeRelationships = (value: unknown): Middleware =>
  everyResource(
    'any',
    (attributes, envelope) => {
      if (envelope['object'] !== 'egg') attributes['relationships'] = value
    },
    { place: 'top' },
  )

const nesting = named({
  'relationships are {}': () => wholeRelationships({}),
  'relationships are []': () => wholeRelationships([]),
  'every relationship is {}': () => everyRelationship(() => ({})),
  'every relationship is []': () => everyRelationship(() => []),
  'every relationship is an empty list': () => everyRelationship(() => ({ object: 'list', data: [] })),
  'lists of relationships are empty': () =>
    everyRelationship((value) => (isObject(value) && 'data' in value ? { object: 'list', data: [] } : value)),
  'single relationships are {}': () =>
    everyRelationship((value) => (isObject(value) && 'data' in value ? value : {})),
  'nested resources have no relationships': () =>
    everyResource('any', (attributes) => remove(attributes, 'relationships'), { place: 'nested' }),
  'the allocations of a server lack its primary one': () =>
    everyResource('any', ({ allocation, relationships }) => {
      const list = isObject(relationships) ? relationships['allocations'] : undefined
      if (isObject(list) && Array.isArray(list['data']))
        list['data'] = dataOf(list).filter((item) => attributesOf(item)['id'] !== allocation)
    }),
  'a created user has empty relationships': () =>
    answered('createUser', (json) => {
      attributesOf(json)['relationships'] = {}
    }),
})

const everyUuid = (change: (uuid: string) => string, kinds?: readonly string[]): Middleware =>
  everyResource('any', (attributes, envelope) => {
    if (kinds && !kinds.includes(String(envelope['object']))) return
    replace(attributes, 'uuid', (uuid) => (typeof uuid === 'string' ? change(uuid) : uuid))
  })

const mountsAs = (value: unknown): Middleware => changedAt('updateNode', 'attributes.mounts', () => value)

const lowered =
  (on: 'createUser' | 'updateNode', fields: readonly string[]): MakeMiddleware =>
  () =>
    answered(on, (json) => {
      for (const field of fields) replace(attributesOf(json), field, (value) => String(value).toLowerCase())
    })

/** Gives every resource its own URL. */
const linkedTo = (base: string): Middleware =>
  everyResource('any', (attributes, envelope) => {
    const named = String(attributes['id'] ?? attributes['uuid'] ?? attributes['name'])
    envelope['meta'] = { resource: `${base}/${String(envelope['object'])}/${named}` }
  })

const values = named({
  'UUIDs in upper case': () => everyUuid((uuid) => uuid.toUpperCase()),
  'UUIDs in upper case every second time': () => {
    let times = 0
    return everyUuid((uuid) => {
      times += 1
      return times % 2 === 0 ? uuid.toUpperCase() : uuid
    })
  },
  'UUIDs of mounts and backups are any text': () =>
    everyUuid((uuid) => `none at all/${uuid}`, ['mount', 'backup']),
  'addresses and user names in small letters': lowered('createUser', ['email', 'username']),
  'host names in small letters': lowered('updateNode', ['fqdn']),
  'mounts of a node are objects': () => mountsAs([{ anything: true }]),
  'mounts of a node are ids and null': () => mountsAs([1, '2', null]),
  'mounts of a node are none': () => mountsAs([]),
  'meta.resource is a path from the root': () => linkedTo('/somewhere'),
  'meta.resource is of another host': () => linkedTo('https://panel.example'),
  'states in words nobody heard of': () =>
    everyResource('server', (attributes) => {
      attributes['status'] = 'hatching'
    }),
  'colours and checksums of other kinds': () =>
    everyResource('any', (attributes) => {
      replace(attributes, 'color', () => '#ABC')
      replace(attributes, 'checksum', () => 'blake3:AF13')
    }),
  'maps without entries': () =>
    everyResource('any', (attributes, envelope) => {
      if (envelope['object'] !== 'server') replace(attributes, 'config.files', () => ({}))
    }),
  'updated_at is another every time': () => {
    let seconds = 0
    return everyResource('any', (attributes) => {
      seconds += 1
      replace(attributes, 'updated_at', () =>
        new Date(seconds * 1000).toISOString().replace(/\.\d+Z/, '+00:00'),
      )
    })
  },
})

const bodies = named({
  'fields beyond the document, other ones every time': () => {
    let times = 0
    return everyResource('any', (attributes, envelope) => {
      times += 1
      Object.assign(attributes, { x_seen: times, x_null: null })
      envelope['x_links'] = { self: null }
    })
  },
  'fields beyond the document next to data and in meta': () =>
    answered('all', (json) => {
      const meta: JsonObject = isObject(json['meta']) ? json['meta'] : {}
      if (isObject(meta['pagination'])) meta['pagination']['from'] = null
      return { ...json, meta: { ...meta, took: 3 }, included: [] }
    }),
  'keys in reverse order': () =>
    answered('all', (json) => reordered(json, (entries) => entries.toReversed())),
  'keys in another order every time': () =>
    answered('all', (json, _, times) =>
      reordered(json, (entries) => {
        const at = times % Math.max(1, entries.length)
        return [...entries.slice(at), ...entries.slice(0, at)]
      }),
    ),
  'responses without a content type': () => async (request, next) => ({
    ...(await next(request)),
    headers: {},
  }),
  'JSON with indentation': () => async (request, next) => {
    const { json, ...rest } = await next(request)
    return json === undefined ? rest : { ...rest, text: `\n${JSON.stringify(json, null, '\t')}\n` }
  },
  'JSON with all but ASCII escaped': () => async (request, next) => {
    const response = await next(request)
    if (!isGranted(response)) return response
    const { json, ...rest } = response
    const escaped = (sign: string) =>
      sign
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')
    return {
      ...rest,
      text: JSON.stringify(json)
        .replaceAll(/\P{ASCII}/gu, escaped)
        .replaceAll('/', '\\/'),
    }
  },
  'lists of mounts and tags the other way round every time': () =>
    answered(['listServerMounts', 'syncNodeTags'], (json, _, times) =>
      times % 2 === 0 ? { ...json, data: dataOf(json).toReversed() } : json,
    ),
})

export const notations: readonly Variant[] = [...absentValues, expanded, ...nesting, ...values, ...bodies]
