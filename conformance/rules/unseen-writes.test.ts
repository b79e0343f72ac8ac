import { describe, expect, it } from 'vitest'
import type { Context } from '../judge/evidence.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { sameTagCounts } from './unseen-writes.ts'

/** A sync of tag 1, granted with the number of nodes of the tag, or refused. */
function sync(at: number, named: number, count?: number): Entry {
  const credential = count === undefined ? 'garbage' : 'rootClient'
  const subject = named === 1 ? 'node' : 'otherNode'
  const call: Call = { operation: 'syncNodeTags', subject, named, credential, tags: [1] }
  const data = [{ object: 'tag', attributes: { id: 1, nodes_count: count } }]
  const json = count === undefined ? { errors: [] } : { object: 'list', data }
  return {
    ...{ at, call },
    exchange: {
      ask: {
        ...{ operation: 'syncNodeTags', method: 'POST', path: `/api/application/nodes/${named}/tags` },
        ...{ credential, token: 'rootClient' },
      },
      reply: { status: count === undefined ? 401 : 200, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

describe('a tag has more nodes after a refused sync of another node', () => {
  const before = [sync(0, 1, 3), sync(1, 1, 3)]
  const last = sync(3, 1, 4)

  it.each([
    ['and nothing else was sent', () => {}, ['5/sync-node-tags-refused-changes-nothing']],
    ['and something was sent that the log does not have', (model: Model) => model.forget(), []],
  ])('%s', (_, between, checks) => {
    const model = new Model()
    for (const entry of before) model.learn(entry)
    between(model)
    model.learn(sync(2, 2))
    const found = sameTagCounts(last, model, {} as Context)
    expect([...found].map(({ check }) => check)).toEqual(checks)
  })
})
