import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import type { Attributes } from '../judge/parts.ts'
import { Model } from '../model/model.ts'
import type { Entry } from '../steps/step.ts'
import { combined, grants } from './access.ts'

type Read = Pick<Entry['call'], 'operation' | 'subject' | 'query'>

/** A read with the token of the root user, answered with a status. */
function read(at: number, status: number, call: Read): Entry {
  const credential = 'rootClient'
  const { operation } = call
  const json = status === 200 ? { object: 'list', data: [] } : { errors: [] }
  return {
    at,
    call: { ...call, named: at, credential },
    exchange: {
      ask: { operation, method: 'GET', path: `/${at}`, credential, token: credential },
      reply: { status, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

const databases = { operation: 'listHostDatabases', subject: 'otherDatabaseHost' } as const

it.each<[string, number, Read, readonly string[]]>([
  ['the databases of a host with 403', 403, databases, ['4.8/response']],
  ['the databases of a host with 409', 409, databases, []],
  ['a page of a size that it may not allow', 403, { ...databases, query: { per_page: 7 } }, []],
  ['the backups of a server', 403, { operation: 'listServerBackups', subject: 'otherServer' }, []],
])(
  'a server that never granted it refuses %s, to a token that it takes elsewhere',
  (_, status, call, checks) => {
    const granted = read(0, 200, { operation: 'listServerMounts', subject: 'server' })
    const model = new Model(new Set(), () => [granted.exchange])
    const found = [...grants(read(1, status, call), model, {} as Context)]
    expect(found.map(({ check }) => check)).toEqual(checks)
  },
)

it.each<[string, number, NonNullable<Read['query']>, readonly string[]]>([
  ['a size that the document allows, with 500', 500, { per_page: 32, page: 5 }, ['4.7/response']],
  ['a size that the document allows, with 403', 403, { per_page: 20 }, ['4.7/response']],
  ['a page that may not exist, with 404', 404, { page: 9 }, []],
  ['a size beyond the maximum, with 500', 500, { per_page: 60 }, []],
  ['a parameter that the document does not name, with 403', 403, { limit: 5 }, []],
])('a server that granted the backups refuses %s', (_, status, query, checks) => {
  const backups = (at: number, of: number, more: Pick<Read, 'query'> = {}): Entry => {
    const entry = read(at, of, { operation: 'listServerBackups', subject: 'server', ...more })
    return { ...entry, call: { ...entry.call, named: 'a', credential: 'userClient' } }
  }
  const model = new Model(new Set(), () => [])
  const granted = { ...backups(0, 200) }
  const page = { current_page: 1, per_page: 20, total: 0, total_pages: 1, count: 0, links: {} }
  const json = { object: 'list', data: [], meta: { pagination: page } }
  Object.assign(granted.exchange.reply ?? {}, { json, text: JSON.stringify(json) })
  model.learn(granted)
  const found = [...grants(backups(1, status, { query }), model, {} as Context)]
  expect(found.map(({ check }) => check)).toEqual(checks)
})

/** A startup update with the status of its response. */
function update(at: number, fields: Attributes, status: 200 | 500): Entry {
  const json = status === 200 ? { object: 'server', attributes: { id: 1 } } : { errors: [] }
  const call = { operation: 'updateServerStartup', subject: 'server', named: 1 } as const
  return {
    ...{ at, call: { ...call, credential: 'rootClient', fields } },
    exchange: {
      ask: {
        ...{ operation: 'updateServerStartup', method: 'PUT', path: '/api/admin/servers/1/startup' },
        ...{ credential: 'rootClient', token: 'rootClient', json: fields },
      },
      reply: { status, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

const both = { startup: './run', egg_id: 2 }
const apart = [update(0, { startup: './run' }, 200), update(1, { egg_id: 2 }, 200)]

it.each<[name: string, before: readonly Entry[], fields: Attributes, isFound: boolean]>([
  ['that were granted one by one', apart, both, true],
  ['of which one was never granted', apart.slice(0, 1), both, false],
  ['that were granted together, when the node had other tags', [...apart, update(2, both, 200)], both, false],
  ['of an empty body', apart, {}, false],
])('values %s cause a server error twice', (_, before, fields, isFound) => {
  const model = new Model()
  for (const entry of [...before, update(3, fields, 500)]) model.learn(entry)
  const found = [...combined(update(4, fields, 500), model, {} as Context)]
  expect(found.map(({ check }) => check)).toEqual(isFound ? ['4.5/response'] : [])
})
