import { describe, expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { spilled } from './spilled.ts'

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

const text = './run "Nestbox ab12 1"'
const update: Call = {
  ...{ operation: 'updateServerStartup', credential: 'rootClient', subject: 'server', named: 5 },
  fields: { startup: text },
}
const other: Call = { ...update, subject: 'otherServer', named: 7 }
const file = JSON.stringify({ startup: text })
const imported: Call = { operation: 'importEgg', subject: 'egg', named: 1, credential: 'rootClient', file }
const look: Call = { operation: 'listServerMounts', subject: 'server', named: 5, credential: 'rootClient' }

/** A server whose environment has the text. */
const server = (id: number) => ({
  object: 'server',
  attributes: { id, container: { environment: { STARTUP: text } } },
})

const mounts = (id: number) => {
  const relationships = { servers: { object: 'list', data: [server(id)] } }
  return { object: 'list', data: [{ object: 'mount', attributes: { id: 1, relationships } }] }
}

describe('a server', () => {
  it.each<[string, readonly Call[], number, readonly string[]]>([
    ['a string that was sent to it', [update], 5, []],
    ['a string that was sent to another server only', [update], 7, ['4.5/others-unchanged']],
    ['a string that was sent to both', [update, other], 7, []],
    ['a string that its egg may have from a file', [imported, update], 7, []],
    ['a string that an exploration sent unchanged', [{ ...update, body: 'own' }], 7, []],
    ['a string that any run may send', [{ ...update, fields: { startup: './run' } }], 7, []],
  ])('shows %s', (_, calls, id, checks) => {
    const model = new Model()
    const sent = calls.map((call, at) =>
      granted(
        at,
        call,
        call === imported ? { object: 'egg', attributes: { id: 1 } } : server(Number(call.named)),
      ),
    )
    const found = [...sent, granted(9, look, mounts(id))].flatMap((entry) => {
      const findings = [...spilled(entry, model, {} as Context)]
      model.learn(entry)
      return findings
    })
    expect(found.map(({ check }) => check)).toEqual(checks)
  })
})

it('a field that is not in the document can have the string', () => {
  const model = new Model()
  const json = { object: 'server', attributes: { id: 7, seen_last: text } }
  const entries = [granted(0, update, server(5)), granted(1, { ...other, fields: {} }, json)]
  expect(entries.flatMap((entry) => [...spilled(entry, model, {} as Context)])).toEqual([])
})

it('a simultaneous step can have written the string', () => {
  const entry = granted(0, update, server(7))
  expect([...spilled({ ...entry, burst: [update, other] }, new Model(), {} as Context)]).toEqual([])
})
