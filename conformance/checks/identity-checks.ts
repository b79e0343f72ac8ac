import { nounOf } from '../../src/contract/checking/words.ts'
import { type OperationId, operations, rowOf, withArticle } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { namedIn } from '../client/request-path.ts'
import { plainly, type Scene } from '../judge/fixtures.ts'
import { inquire } from '../judge/inquiry.ts'
import { plans } from '../judge/operations/index.ts'
import type { Failure } from '../judge/outcome.ts'
import { granted, itemsOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { firstTwice } from '../judge/records.ts'
import type { ResponseRule } from '../judge/rule.ts'
import { isSame, meaning } from '../judge/same.ts'
import { mustBeGranted } from '../judge/why-refused.ts'
import { idIn, subjectsOf } from '../steps/step.ts'
import { type CheckRow, failureIfDifferent, inJson } from './check.ts'

/** Scenes with more responses, and the missing part of a response that cannot be judged. */
export type More = Pick<CheckRow, 'scenes'> & Partial<Pick<ResponseRule, 'without'>>

/** A check that a list has each resource once, by its id or its UUID. */
export function distinctCheck(id: OperationId, { scenes = [], without }: More = {}): CheckRow {
  const { section, response } = operations[id]
  return {
    scenes,
    id: `${section}/distinct`,
    title: `a ${response.envelope} has each ${response.kind} once`,
    rule: {
      on: [id],
      without,
      *judge({ exchange }): Iterable<Failure> {
        const items = itemsOf(exchange)
        const { identity } = rowOf(response.kind)
        const field = identity.find((name) => items.some((item) => item[name] !== undefined))
        if (field === undefined) return
        const names = items.map((item) => (item[field] === undefined ? '' : meaning(field, item[field])))
        const twice = firstTwice(names.filter((name) => name !== ''))
        if (twice === undefined) return
        const at = names.lastIndexOf(twice)
        const message = `A list has ${withArticle(response.kind)} twice.`
        const pointer = `/data/${at}/attributes/${field}`
        yield {
          message,
          expected: `each ${field} once`,
          actual: inJson(items[at]?.[field]),
          pointer,
        }
      },
    },
  }
}

/** A check that a resource can be named by its id and by its UUID. @param send the same request by id and by UUID */
export const bothNamesCheck = (
  id: OperationId,
  expected: string,
  send: Scene<[], readonly [Exchange, Exchange]>,
): CheckRow => ({
  id: `${operations[id].section}/by-id-and-uuid`,
  clauses: [`${operations[id].section}#by-id`, `${operations[id].section}#by-uuid`],
  title: 'the server can be named by its id and by its UUID',
  ...mustBeGranted(async (fixtures) => {
    const [byId, byUuid] = await fixtures.play(send)
    granted(byId)
    if (wasGranted(byUuid)) return undefined
    return inquire(fixtures, byUuid, {
      claim:
        'A request that names the server by its UUID was refused, although the same request by its id was granted.',
      expected,
      isChosen: false,
    })
  }),
})

/** A check that a list that is not paged is the same each time; a rule over the log compares the responses. */
export const stableCheck = (id: OperationId): CheckRow => ({
  id: `${operations[id].section}/stable`,
  title: `requesting the list twice yields the same ${nounOf(operations[id].response.kind)}s, and what they nest`,
  ...mustBeGranted(async (fixtures) => {
    await fixtures.play(plainly[id])
    for (const times of [2, 3, 4]) {
      const exchange = await fixtures.read(id, {}, times)
      if (wasGranted(exchange)) continue
      const claim = 'The list is refused where it is requested again.'
      return inquire(fixtures, exchange, { claim, expected: 'the list, as before', isChosen: false })
    }
    const named = plans[id].alias?.(fixtures)
    if (named !== undefined) for (const times of [1, 2]) await fixtures.read(id, { named }, times)
    return undefined
  }),
})

/** A check that the resource in the path is the one in the response. */
export function sameCheck(
  id: OperationId,
  clauses: readonly string[],
  ...scenes: readonly Scene[]
): CheckRow {
  const { section, response, path } = operations[id]
  const [, collection = ''] = /\/(\w+)\/\{/.exec(path) ?? []
  return {
    scenes,
    id: `${section}/same-${response.kind}`,
    clauses,
    title: `the ${response.kind} in the path is the ${response.kind} in the response`,
    rule: {
      on: [id],
      *judge({ exchange, attributes }, { target }): Iterable<Failure> {
        const named = namedIn(exchange.ask.path, collection)
        const field = typeof named === 'number' ? 'id' : 'uuid'
        const known = subjectsOf(id)
          .map((subject) => target.resources[subject])
          .find((each) => typeof each === 'object' && isSame(field, each[field], named))
        const message = `The response is another ${response.kind} than the one in the path.`
        for (const [name, due] of Object.entries(known ?? { [field]: named })) {
          const failure = failureIfDifferent(exchange, `/attributes/${name}`, due, attributes[name], message)
          if (failure) yield failure
        }
      },
    },
  }
}

/**
 * A check that a write changes only the resource in the path, and no other resource of its kind; rules over the log
 * compare the responses with others (`rules/kept.ts`, `rules/spilled.ts`).
 * @param scenes requests that write, and whose responses show other resources of the kind; a server may refuse them
 */
export function othersUnchanged(operation: OperationId, ...scenes: readonly Scene[]): CheckRow {
  const { section, response } = operations[operation]
  const { kind } = response
  return {
    id: `${section}/others-unchanged`,
    clauses: [`${section}#path`],
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `${withArticle(kind)} that no response shows`,
    phase: 'last',
    needs: [plainly[operation]],
    scenes,
    judge({ seen, target }) {
      const [own] = subjectsOf(operation).map((subject) => idIn(target, subject))
      const isShown = seen.found(kind).some(({ attributes: { id } }) => String(id) !== String(own))
      return isShown ? undefined : { skip: `no response shows another ${kind}`, isMoot: true }
    },
  }
}
