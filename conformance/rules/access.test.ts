import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Entry } from '../steps/step.ts'
import { grants } from './access.ts'

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
  ['the databases of a host with 403', 403, databases, ['4.8/answer']],
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
