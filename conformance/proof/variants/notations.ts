import { fieldPathsOf } from '../../../src/contract/field-paths.ts'
import {
  kinds,
  mapInside,
  mapValues,
  type OperationId,
  objectAt,
  recordOf,
} from '../../../src/contract/index.ts'
import { answered, everyField, everyResource } from '../changes.ts'
import {
  attributesOf,
  dataOf,
  fieldOf,
  isObject,
  type Kinds,
  metaOf,
  pagesOf,
  put,
  remove,
  replace,
} from '../json.ts'
import type { MakeMiddleware, Middleware } from '../messages.ts'
import { unpagedIds } from '../whole-list.ts'
import unusual from './unusual-values.json' with { type: 'json' }
import { named, type Variant } from './variant.ts'

/** Values by kinds and paths of fields, such as `server.status`, that every resource of the kind has. */
type Values = Readonly<Record<string, unknown>>

const having =
  (values: Values): MakeMiddleware =>
  () =>
    everyResource('any', (attributes, { object }) => {
      for (const [field, value] of Object.entries(values)) {
        const [kind, ...path] = field.split('.')
        if (kind === object) replace(attributes, path.join('.'), () => structuredClone(value))
      }
    })

/** Fields that may be null; without the `description` of a node, which the run sends. */
const optional = kinds
  .flatMap((kind) => fieldPathsOf(kind).map((field) => ({ ...field, name: `${kind}.${field.path}` })))
  .filter(({ mayBeNull, name }) => mayBeNull && name !== 'node.description')
  .map(({ name }) => name)

/** Placeholders in startup commands are replaced: by the values of the variables, or of what only the server knows. */
const expanding = (on: OperationId | readonly OperationId[] | 'all'): Middleware =>
  everyField(
    'server',
    'container.startup_command',
    (command, server) =>
      String(command).replaceAll(/\{\{(.*?)\}\}/g, (_, name) =>
        String(objectAt(server, 'container.environment')[name] ?? 'value'),
      ),
    { on },
  )

const isList = (value: unknown): boolean => isObject(value) && 'data' in value

const emptyList = () => ({ object: 'list', data: [] })

/** Cuts every nested relationship; the names of the relationships stay, as an imported egg requires. */
const cutting = (cut: (value: unknown) => unknown): Middleware =>
  everyField('any', 'relationships', (each) => mapInside(each, cut))

const wholeRelationships = (value: unknown): Middleware =>
  everyResource(
    kinds.filter((kind) => kind !== 'egg'),
    (attributes) => put(attributes, 'relationships', value),
    { place: 'top' },
  )

const everyUuid = (change: (uuid: string) => string, kinds: Kinds = 'any'): Middleware =>
  everyField(kinds, 'uuid', (uuid) => (typeof uuid === 'string' ? change(uuid) : uuid))

const lowered =
  (on: 'createUser' | 'updateNode', fields: readonly string[]): MakeMiddleware =>
  () =>
    answered(on, (json) => {
      for (const field of fields) replace(json, `attributes.${field}`, (value) => String(value).toLowerCase())
    })

/** The same line ends in every text, whichever are sent. */
const withLineEnds =
  (ends: string): MakeMiddleware =>
  () =>
    everyResource('any', (attributes) => {
      const spelled = (value: unknown): unknown =>
        typeof value === 'string' ? value.replaceAll(/\r?\n/g, ends) : mapInside(value, spelled)
      for (const field of Object.keys(attributes)) replace(attributes, field, spelled)
    })

/** Gives every resource its own URL. */
const linkedTo = (base: string): Middleware =>
  everyResource('any', (attributes, envelope) => {
    const named = String(attributes['id'] ?? attributes['uuid'] ?? attributes['name'])
    envelope['meta'] = { resource: `${base}/${String(envelope['object'])}/${named}` }
  })

/** Counts for each tag the nodes to which the run gave it and which are not in maintenance. */
const countingInService: MakeMiddleware = () => {
  const held = new Map<unknown, readonly unknown[]>()
  const away = new Map<unknown, unknown>()
  return answered('anything', (json, request) => {
    const [, node] = /nodes\/(\d+)/.exec(request.path) ?? []
    if (request.operation === 'syncNodeTags')
      held.set(
        node,
        dataOf(json).map((tag) => attributesOf(tag)['id']),
      )
    if (request.operation === 'updateNode') away.set(node, attributesOf(json)['maintenance_mode'])
    const count = (tag: unknown) =>
      [...held].filter(([at, tags]) => tags.includes(tag) && !away.get(at)).length
    fieldOf('tag', 'nodes_count', (_, { id }) => count(id))(json)
  })
}

/** A copy of a JSON value with the keys of its objects in another order. */
const reordered = (value: unknown, order: (entries: [string, unknown][]) => [string, unknown][]): unknown => {
  const copy = mapInside(value, (inner) => reordered(inner, order))
  return isObject(copy) ? Object.fromEntries(order(Object.entries(copy))) : copy
}

export const notations: readonly Variant[] = [
  { name: 'null in every optional field', make: having(recordOf(optional, () => null)) },
  ...optional.map(
    (name): Variant => ({ name: `null in ${name}`, isOnlyInFull: true, make: having({ [name]: null }) }),
  ),
  ...named({
    // Variables of which a server has the default value show no value of their own.
    'empty values of variables that have their default': () =>
      everyField('server_variable', 'server_value', (value, { default_value }) =>
        value === default_value ? '' : value,
      ),
    'startup commands with their placeholders replaced, except in 4.4': () =>
      expanding(['updateServerStartup', 'importEgg']),
    'startup commands with their placeholders replaced': () => expanding('all'),
    'every relationship is {}': () => cutting(() => ({})),
    'every relationship is []': () => cutting(() => []),
    'every relationship is an empty list': () => cutting(emptyList),
    'lists of relationships are empty': () => cutting((value) => (isList(value) ? emptyList() : value)),
    'single relationships are {}': () => cutting((value) => (isList(value) ? value : {})),
    'relationships are {}': () => wholeRelationships({}),
    'relationships are []': () => wholeRelationships([]),
    'nested resources have no relationships': () =>
      everyResource('any', (attributes) => remove(attributes, 'relationships'), { place: 'nested' }),
    'the allocations of a server lack its primary one': () =>
      everyField('server', 'relationships.allocations.data', (all, { allocation }) =>
        [all].flat().filter((each) => attributesOf(each)['id'] !== allocation),
      ),
    'a created user has empty relationships': () =>
      answered('createUser', (json) => put(json, 'attributes.relationships', {})),
    'more text behind the labels of images': () =>
      everyField('egg', 'docker_images', (all) =>
        mapInside(
          all,
          (image) => image,
          (label) => `${label} (image)`,
        ),
      ),
    'line feeds as line ends': withLineEnds('\n'),
    'carriage returns and line feeds as line ends': withLineEnds('\r\n'),
    'UUIDs in upper case': () => everyUuid((uuid) => uuid.toUpperCase()),
    'UUIDs in upper case every second time': () => {
      let times = 0
      return everyUuid((uuid) => (++times % 2 === 0 ? uuid.toUpperCase() : uuid))
    },
    'UUIDs of mounts and backups are any text': () =>
      everyUuid((uuid) => `none at all/${uuid}`, ['mount', 'backup']),
    'addresses and user names in small letters': lowered('createUser', ['email', 'username']),
    'host names in small letters': lowered('updateNode', ['fqdn']),
    'meta.resource is a path from the root': () => linkedTo('/somewhere'),
    'meta.resource is of another host': () => linkedTo('https://panel.example'),
    'updated_at is another every time': () => {
      let seconds = 0
      return everyField('any', 'updated_at', () =>
        new Date(++seconds * 1000).toISOString().replace(/\.\d+Z/, '+00:00'),
      )
    },
    'tags in other resources count no nodes': () =>
      everyField('tag', 'nodes_count', () => 0, { place: 'nested' }),
    'tags count no nodes in maintenance': countingInService,
    ...mapValues(unusual, having),
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
        pagesOf(json)['from'] = null
        return { ...json, meta: { ...metaOf(json), took: 3 }, included: [] }
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
    'texts are stored in the composed form of Unicode': () => (request, next) =>
      next({ ...request, text: request.text.normalize() }),
    'responses without a content type': () => async (request, next) => ({
      ...(await next(request)),
      headers: {},
    }),
    'JSON with indentation': () => async (request, next) => {
      const { json, ...rest } = await next(request)
      return json === undefined ? rest : { ...rest, text: `\n${JSON.stringify(json, null, '\t')}\n` }
    },
    'JSON with all but ASCII escaped': () =>
      answered('anything', (json) =>
        JSON.stringify(json)
          .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .replaceAll('/', '\\/'),
      ),
    'lists of mounts and tags the other way round every time': () =>
      answered(unpagedIds, (json, _, times) =>
        times % 2 === 0 ? { ...json, data: dataOf(json).toReversed() } : json,
      ),
  }),
]
