import { describe, expect, it } from 'vitest'
import type { Context } from '../judge/evidence.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { ownEnvironment, tagsNow } from './effects.ts'

/** A granted request, and its response. */
const granted = (at: number, call: Call, json: object): Entry => ({
  ...{ at, call },
  exchange: {
    ask: {
      ...{ operation: call.operation, method: 'POST', path: '/api' },
      ...{ credential: 'rootClient', token: 'rootClient' },
    },
    reply: { status: 200, headers: {}, text: JSON.stringify(json), json },
    failure: undefined,
    milliseconds: 1,
  },
})

/** A tag sync at once with other requests, and the tags in its response. */
function sync(tags: readonly number[], shown: readonly number[], isContested: boolean): Entry {
  const call: Call = { operation: 'syncNodeTags', subject: 'node', named: 1, credential: 'rootClient', tags }
  const data = shown.map((id) => ({ object: 'tag', attributes: { id } }))
  const entry = granted(0, call, { object: 'list', data })
  const ask = { ...entry.exchange.ask, ...(isContested && { isContested }) }
  const burst = [call, { ...call, credential: 'garbage' as const }]
  return { ...entry, burst, exchange: { ...entry.exchange, ask } }
}

it.each([
  ['its own tags', [1], false, []],
  ['the tags before, and no other write was sent', [2], false, ['4.2/tags-now']],
  ['the tags of another write', [2], true, []],
])('a tag sync at once with other requests shows %s', (_, shown, isContested, checks) => {
  const found = tagsNow(sync([1], shown, isContested), new Model(), {} as Context)
  expect([...found].map(({ check }) => check)).toEqual(checks)
})

describe('a server', () => {
  const text = './run "Nestbox ab12 1"'
  const update: Omit<Call, 'named' | 'subject'> = {
    operation: 'updateServerStartup',
    credential: 'rootClient',
  }
  const first: Call = { ...update, subject: 'server', named: 5, fields: { startup: text } }
  const second: Call = { ...first, subject: 'otherServer', named: 7 }
  const look: Call = { operation: 'listServerMounts', subject: 'server', named: 5, credential: 'rootClient' }
  const file = JSON.stringify({ startup: text })
  const imported: Call = { operation: 'importEgg', subject: 'egg', named: 1, credential: 'rootClient', file }
  const server = (id: number) => {
    const attributes = { id, container: { environment: { STARTUP: text } } }
    return { object: 'server', attributes }
  }
  const mounts = (id: number) => {
    const relationships = { servers: { object: 'list', data: [server(id)] } }
    return { object: 'list', data: [{ object: 'mount', attributes: { id: 1, relationships } }] }
  }

  it.each<[string, readonly Call[], number, readonly string[]]>([
    ['a text that was sent to it', [first], 5, []],
    ['a text that was sent to another one', [first], 7, ['4.5/others-unchanged']],
    ['a text that was sent to both', [first, second], 7, []],
    ['a text of a file, which its egg may have', [imported, first], 7, []],
  ])('whose environment shows %s', (_, calls, id, checks) => {
    const model = new Model()
    const sent = calls.map((call, at) =>
      granted(
        at,
        call,
        call.operation === 'importEgg'
          ? { object: 'egg', attributes: { id: 1 } }
          : server(call === second ? 7 : 5),
      ),
    )
    const found = [...sent, granted(9, look, mounts(id))].flatMap((entry) => {
      const findings = [...ownEnvironment(entry, model, {} as Context)]
      model.learn(entry)
      return findings
    })
    expect(found.map(({ check }) => check)).toEqual(checks)
  })
})
