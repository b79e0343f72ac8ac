import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { traces } from './traces.ts'

const description = 'Explored abcdefgh'

const update: Call = {
  ...{ operation: 'updateNode', subject: 'node', named: 1, credential: 'userClient' },
  fields: { description },
}

/** An entry with its response; a refusal without one. */
const entryOf = (at: number, call: Call, json?: object): Entry => ({
  ...{ at, call },
  exchange: {
    ask: {
      ...{ operation: call.operation, method: 'POST', path: '/api', json: call.fields },
      ...{ credential: call.credential, token: 'rootClient' },
    },
    reply: { status: json ? 200 : 403, headers: {}, text: JSON.stringify(json ?? {}), json: json ?? {} },
    failure: undefined,
    milliseconds: 1,
  },
})

const refused = entryOf(0, update)
const shown = entryOf(
  1,
  { ...update, credential: 'application', fields: { memory: 1 } },
  { object: 'node', attributes: { id: 1, description } },
)

it.each<[what: string, others: readonly Entry[], checks: readonly string[]]>([
  ['is a trace of that request', [], ['5/update-node-refused-changes-nothing']],
  [
    'is a trace if other refused requests had it too',
    [entryOf(0, { ...update, credential: 'garbage' })],
    ['5/update-node-refused-changes-nothing'],
  ],
  [
    'is none if a request with a valid token sent it, which another log has',
    [entryOf(0, { ...update, credential: 'application' })],
    [],
  ],
])('a word of a refused request that a later response shows %s', (_, others, checks) => {
  const model = new Model(new Set(), () => [refused, ...others].map(({ exchange }) => exchange))
  expect([...traces(refused, model, {} as Context)]).toEqual([])
  model.learn(refused)
  expect([...traces(shown, model, {} as Context)].map(({ check }) => check)).toEqual(checks)
})
