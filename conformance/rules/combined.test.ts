import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import type { Attributes } from '../judge/parts.ts'
import { Model } from '../model/model.ts'
import type { Entry } from '../steps/step.ts'
import { combined } from './combined.ts'

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
  expect(found.map(({ check }) => check)).toEqual(isFound ? ['4.5/answer'] : [])
})
