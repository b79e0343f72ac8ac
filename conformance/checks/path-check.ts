import {
  isWriting,
  namesIn,
  type OperationId,
  operations,
  ownResponse,
  parameterOf,
} from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { written } from '../client/long-integers.ts'
import { type Fixtures, plainly, type Scene } from '../judge/fixtures.ts'
import { inOrder } from '../judge/ladder.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { plans } from '../judge/operations/index.ts'
import { Unjudged } from '../judge/outcome.ts'
import { dataOf } from '../judge/parts.ts'
import { inShort } from '../judge/reception.ts'
import { identitiesIn } from '../judge/records.ts'
import { idIn, inventedNames, namesOf, subjectsOf } from '../steps/step.ts'
import type { CheckRow } from './check.ts'
import { alike } from './pages.ts'

/** Reads for an id with one digit more, which names another resource or none, and for the other one of the target. */
export const elsewhere: Scene<[OperationId], Exchange | undefined> = async ({ session, target }, id) => {
  const [own, other] = subjectsOf(id)
  const known = own && parameterOf(operations[id])?.by.includes('id') && idIn(target, own)
  const names = [
    ...(known ? [`${written(String(known))}3`] : []),
    ...(other ? namesOf(id, other, target) : []),
  ]
  return (await inOrder(names, (named) => session.send(id, { named }))).at(-1)
}

/** The same for a check of paths. @throws Unjudged if the server does not have the other resource */
const readElsewhere = async (fixtures: Fixtures, id: OperationId): Promise<void> => {
  const [, other] = subjectsOf(id)
  const last = await fixtures.play(elsewhere, id)
  if (last?.reply?.status === 404 && other && fixtures.target.resources[other] !== undefined)
    throw new Unjudged(
      `the server answered ${last.ask.path} with ${inShort(last.reply)}; \`resources.${other}\` may be wrong`,
    )
}

/**
 * A check that the path selects the resource: the plain request is sent for unused names.
 * @param others sends requests for other resources at last; without it, reads are sent
 */
export function pathCheck(id: OperationId, others?: Scene): CheckRow {
  const { section, response } = operations[id]
  const names = namesIn(parameterOf(operations[id])?.by ?? [])
  const requests: Scene = async (fixtures) => {
    const { exchange } = await fixtures.play(plainly[id])
    if (identitiesIn(exchange).length === 0)
      throw new Unjudged(
        dataOf(exchange).length > 0
          ? alike(`${response.kind}s`)
          : `the ${String(parameterOf(operations[id])?.kind).split('_').at(-1)} has no ${response.kind}s; ${nameAnother(id)}`,
      )
    const { parts } = await fixtures.accepted(id)
    for (const named of inventedNames(id, fixtures.target)) {
      const marked = await plans[id].marked?.(parts, 'Nestbox check nobody', fixtures)
      await fixtures.session.send(id, { ...(marked ?? parts), named })
    }
    if (others) await fixtures.play(others)
    else if (!isWriting(id)) await readElsewhere(fixtures, id)
  }
  return {
    id: `${section}/path`,
    title: `another ${names} is not answered with ${ownResponse(operations[id])}`,
    needs: [requests],
  }
}
