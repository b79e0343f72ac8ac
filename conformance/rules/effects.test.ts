import { expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { tagsNow } from './effects.ts'

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
