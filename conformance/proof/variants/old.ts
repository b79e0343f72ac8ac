import type { KindName } from '../judge/kinds.ts'
import { type LegalResult, judgeLegal } from './false-positives.ts'
import {
  answered,
  attributesOf,
  dataOf,
  everyResource,
  pagesOf,
  queryOf,
  refusal,
  refusedWhen,
  remove,
  replace,
  requeried,
} from './changes.ts'
import { type ProxyResponse, type JsonObject, isObject, isGranted, type Middleware, type MakeMiddleware } from './messages.ts'
import { startProxy } from './proxy.ts'
import type { MockPool } from './mock-pool.ts'

/** A server that takes a liberty which the document leaves it. */
export interface Variant {
  readonly name: string
  readonly make: MakeMiddleware
}

export async function judgeVariant(pool: MockPool, { name, make }: Variant): Promise<LegalResult> {
  const server = await startProxy(pool.fresh(), make())
  try {
    const hearing = await judgeLegal(`variant: ${name}`, server.target)
    if (server.faults.length > 0) throw new Error(`the layer "${name}" broke`, { cause: server.faults[0] })
    return hearing
  } finally {
    await server.close()
  }
}

/** Fields whose meaning is optional, read from the rules by hand. */
const optional: Readonly<Partial<Record<KindName, string>>> = {
  node: 'description servers_count',
  tag: 'color legacy_nest_id',
  egg: `description features startup config.startup config.logs config.stop config.file_denylist
    config.extends script.install script.extends`,
  egg_variable: 'description sort_order default_value',
  server_variable: 'description sort_order default_value server_value',
  server: `description external_id status limits.threads feature_limits.databases
    feature_limits.allocations feature_limits.backups`,
  allocation: 'alias notes server_id server_name',
  user: 'external_id image servers_count subuser_of_count',
  mount: 'description',
  backup: 'checksum completed_at',
  database: 'max_connections',
}

/** Changes the optional fields of every resource, but for the description that an update sent. */
const everyOptional = (change: (attributes: JsonObject, path: string) => void): Middleware =>
  everyResource('any', (attributes, envelope) => {
    const kind = envelope['object'] as KindName
    for (const path of optional[kind]?.split(/\s+/) ?? []) {
      const isSent = kind === 'node' && path === 'description'
      if (!isSent) change(attributes, path)
    }
  })

/** Rewrites every timestamp. */
const everyTime = (change: (time: Date) => string): Middleware =>
  everyResource('any', (attributes) => {
    for (const field of ['created_at', 'updated_at', 'completed_at']) {
      replace(attributes, field, (value) => (typeof value === 'string' ? change(new Date(value)) : value))
    }
  })

/** The moment as a clock shows it that is some minutes ahead of UTC. */
const ahead = (time: Date, minutes: number): string =>
  new Date(time.getTime() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, '')

/** Rewrites every refusal. */
const everyRefusal =
  (answer: (refused: ProxyResponse) => ProxyResponse): Middleware =>
  async (ask, next) => {
    const reply = await next(ask)
    return isGranted(reply) ? reply : answer(reply)
  }

const everySuccess =
  (status: number): Middleware =>
  async (ask, next) => {
    const reply = await next(ask)
    return isGranted(reply) ? { ...reply, status } : reply
  }

/** The operations that answer with pages. */
const paged = ['listServerBackups', 'listHostDatabases'] as const

/** Changes the query of both. */
const everyQuery = (change: (query: URLSearchParams) => void): Middleware => requeried(paged, change)

/** Refuses pages of one list that are larger than this. */
const refusesOver =
  (most: number, on: (typeof paged)[number]): MakeMiddleware =>
  () =>
    refusedWhen(on, (ask) => Number(queryOf(ask).get('per_page')) > most)

/** Rebuilds JSON with the keys of its objects in another order. */
const reordered = (value: unknown, order: (entries: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((item) => reordered(item, order))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    reordered(inner, order),
  ])
  return Object.fromEntries(order(entries))
}

/** The three relationships that the import names stay, whatever becomes of them. */
const everyRelationship = (cut: (value: unknown) => unknown): Middleware =>
  everyResource('any', (attributes) => {
    const { relationships } = attributes
    if (!isObject(relationships)) return
    for (const name of Object.keys(relationships)) relationships[name] = cut(relationships[name])
  })

const isImported = (envelope: JsonObject): boolean => envelope['object'] === 'egg'

const wholeRelationships = (value: unknown): Middleware =>
  everyResource(
    'any',
    (attributes, envelope) => {
      if (!isImported(envelope)) attributes['relationships'] = value
    },
    { place: 'top' },
  )

const everyUuid = (change: (uuid: string) => string, kinds?: readonly KindName[]): Middleware =>
  everyResource('any', (attributes, envelope) => {
    if (kinds && !kinds.includes(envelope['object'] as KindName)) return
    replace(attributes, 'uuid', (uuid) => (typeof uuid === 'string' ? change(uuid) : uuid))
  })

const mountsAs = (value: unknown): Middleware =>
  answered('updateNode', (json) => {
    attributesOf(json)['mounts'] = value
  })

const html = '<!doctype html><title>No</title><h1>You shall not pass</h1>'

/** Each by its name, with a layer that makes it. */
const liberties: Readonly<Record<string, MakeMiddleware>> = {
  'null in every optional field': () =>
    everyOptional((attributes, path) => replace(attributes, path, () => null)),
  'no optional field at all': () => everyOptional(remove),
  'fields beyond the document, other ones every time': () => {
    let times = 0
    return everyResource('any', (attributes, envelope) => {
      times += 1
      attributes['x_seen'] = times
      attributes['x_null'] = null
      envelope['x_links'] = { self: null }
    })
  },
  'fields beyond the document beside data and in meta': () =>
    answered('all', (json) => {
      const meta = isObject(json['meta']) ? json['meta'] : {}
      if (isObject(meta['pagination'])) meta['pagination']['from'] = null
      return { ...json, meta: { ...meta, took: 3 }, included: [] }
    }),
  'keys in reverse order': () =>
    answered('all', (json) => reordered(json, (entries) => entries.toReversed())),
  'keys in another order every time': () => {
    let times = 0
    return answered('all', (json) => {
      times += 1
      return reordered(json, (entries) => {
        const at = times % Math.max(1, entries.length)
        return [...entries.slice(at), ...entries.slice(0, at)]
      })
    })
  },
  'timestamps with +0530': () => everyTime((time) => `${ahead(time, 330)}+0530`),
  'timestamps with +02': () => everyTime((time) => `${ahead(time, 120)}+02`),
  'timestamps with -03:30 and fractions': () => everyTime((time) => `${ahead(time, -210)}.123456-03:30`),
  'timestamps with a fraction behind a comma': () => everyTime((time) => `${ahead(time, 0)},5+00:00`),
  'timestamps with -00:00': () => everyTime((time) => `${ahead(time, 0)}-00:00`),
  'relationships are {}': () => wholeRelationships({}),
  'relationships are []': () => wholeRelationships([]),
  'every relationship is {}': () => everyRelationship(() => ({})),
  'every relationship is []': () => everyRelationship(() => []),
  'every relationship is an empty list': () => everyRelationship(() => ({ object: 'list', data: [] })),
  'nested resources have no relationships': () =>
    everyResource('any', (attributes) => remove(attributes, 'relationships'), { place: 'nested' }),
  'a created user has empty relationships': () =>
    answered('createUser', (json) => {
      attributesOf(json)['relationships'] = {}
    }),
  'success is always 200': () => everySuccess(200),
  'success is always 203': () => everySuccess(203),
  'refusals have no body': () => everyRefusal(({ status }) => ({ status, headers: {}, text: '' })),
  'refusals are HTML': () =>
    everyRefusal(({ status }) => ({ status, headers: { 'content-type': 'text/html' }, text: html })),
  'refusals are redirects to a login': () =>
    everyRefusal(() => ({ status: 302, headers: { location: '/auth/login' }, text: html })),
  'refusals are all 404': () => everyRefusal(() => refusal(404)),
  'refusals are 200 with an error': () =>
    everyRefusal(() => ({ status: 200, headers: {}, json: { error: 'no', data: [] }, text: '' })),
  'refusals are in the form of JSend': () =>
    everyRefusal(({ status }) => ({
      status,
      headers: {},
      json: { status: 'fail', data: { message: 'no' } },
      text: '',
    })),
  'refusals are resources of their own kind': () =>
    everyRefusal(({ status }) => ({
      status,
      headers: {},
      json: { object: 'error', attributes: { id: 'e1', title: 'no' }, data: ['unauthenticated'] },
      text: '',
    })),
  'refusals are 200 with null': () =>
    everyRefusal(() => ({ status: 200, headers: {}, json: null, text: '' })),
  'refusals are 500': () => everyRefusal(() => ({ status: 500, headers: {}, text: 'Server Error' })),
  'every tenth request has to wait': () => {
    let times = 0
    return async (ask, next) => {
      times += 1
      if (times % 10 !== 0) return next(ask)
      return { status: 429, headers: { 'retry-after': '0' }, json: { error: 'slow down' }, text: '' }
    }
  },
  'more than fifty a page are cut to the default': () =>
    requeried('listServerBackups', (query) => {
      if (Number(query.get('per_page')) > 50) query.delete('per_page')
    }),
  'more than fifty a page are refused': refusesOver(50, 'listServerBackups'),
  'more than ten databases a page are refused': refusesOver(10, 'listHostDatabases'),
  'more than ten databases a page are cut': () =>
    requeried('listHostDatabases', (query) => {
      if (Number(query.get('per_page')) > 10) query.set('per_page', '10')
    }),
  'five a page unless asked': () =>
    everyQuery((query) => {
      if (!query.has('per_page')) query.set('per_page', '5')
    }),
  'fifty a page unless asked': () =>
    everyQuery((query) => {
      if (!query.has('per_page')) query.set('per_page', '50')
    }),
  'pages are linked by other names': () =>
    answered(paged, (json) => {
      pagesOf(json)['links'] = { first: '?page=1', last: '?page=9', self: '' }
    }),
  'backup_count counts something else': () =>
    answered('listServerBackups', (json) => {
      if (isObject(json['meta'])) json['meta']['backup_count'] = -1
    }),
  'a backup is under way': () => {
    let bytes = 0
    return everyResource('backup', (attributes) => {
      bytes += 4096
      Object.assign(attributes, { bytes, is_successful: false, completed_at: null, checksum: null })
    })
  },
  'lists of mounts and tags the other way round every time': () => {
    let times = 0
    return answered(['listServerMounts', 'syncNodeTags'], (json) => {
      times += 1
      return times % 2 === 0 ? { ...json, data: dataOf(json).toReversed() } : json
    })
  },
  'UUIDs in upper case': () => everyUuid((uuid) => uuid.toUpperCase()),
  'UUIDs of mounts and backups are any text': () =>
    everyUuid((uuid) => `no uuid at all/${uuid}`, ['mount', 'backup']),
  'mounts of a node are objects': () => mountsAs([{ anything: true }]),
  'mounts of a node are ids and null': () => mountsAs([1, '2', null]),
  'mounts of a node are none': () => mountsAs([]),
  'meta.resource is a path from the root': () =>
    everyResource('any', (attributes, envelope) => {
      envelope['meta'] = { resource: `/somewhere/${String(attributes['id'] ?? 'else')}` }
    }),
  'answers without a content type': () => async (ask, next) => ({ ...(await next(ask)), headers: {} }),
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
      replace(attributes, 'container.environment', () => ({}))
      replace(attributes, 'config.files', () => ({}))
      if (!isImported(envelope)) replace(attributes, 'docker_images', () => ({}))
    }),
  'updated_at is another every time': () => {
    let seconds = 0
    return everyResource('any', (attributes) => {
      seconds += 1
      replace(attributes, 'updated_at', () => `${ahead(new Date(seconds * 1000), 0)}+00:00`)
    })
  },
}

/** Hand-picked servers that keep every clause. */
export const variants: readonly Variant[] = Object.entries(liberties).map(([name, make]) => ({ name, make }))
