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
