import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { placeholdersFilled, tagsNow } from './effects.ts'

/** A tag sync at once with other requests, and the tags in its response. */
function sync(tags: readonly number[], shown: readonly number[], isContested: boolean): Entry {
  const call: Call = { operation: 'syncNodeTags', subject: 'node', named: 1, credential: 'rootClient', tags }
  const data = shown.map((id) => ({ object: 'tag', attributes: { id } }))
  const json = { object: 'list', data }
  return {
    ...{ at: 0, call, burst: [call, { ...call, credential: 'garbage' }] },
    exchange: {
      ask: {
        ...{ operation: 'syncNodeTags', method: 'POST', path: '/api/application/nodes/1/tags' },
        ...{ credential: 'rootClient', token: 'rootClient', ...(isContested && { isContested }) },
      },
      reply: { status: 200, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

it.each([
  ['its own tags', [1], false, []],
  ['the previous tags, and no other write was sent', [2], false, ['4.2/tags-now']],
  ['the tags of another write', [2], true, []],
])('a tag sync at the same time as other requests shows %s', (_, shown, isContested, checks) => {
  const found = tagsNow(sync([1], shown, isContested), new Model(), {} as Context)
  expect([...found].map(({ check }) => check)).toEqual(checks)
})

it('placeholders are looked for in linear time', () => {
  const startup = '{{'.repeat(500_000)
  const call: Call = {
    ...{ operation: 'updateServerStartup', subject: 'server', named: 1, credential: 'application' },
    fields: { startup },
  }
  const json = {
    ...{ object: 'server' },
    attributes: { id: 1, container: { startup_command: startup, environment: {} } },
  }
  const entry: Entry = {
    ...{ at: 0, call },
    exchange: {
      ask: {
        ...{ operation: 'updateServerStartup', method: 'PATCH', path: '/api/application/servers/1/startup' },
        ...{ credential: 'application', token: 'application' },
      },
      reply: { status: 200, headers: {}, text: '', json },
      failure: undefined,
      milliseconds: 1,
    },
  }
  const started = performance.now()
  expect([...placeholdersFilled(entry, new Model(), {} as Context)]).toEqual([])
  expect(performance.now() - started).toBeLessThan(5_000)
})
