import { namesIn, type OperationId, operations, ownAnswer, parameterOf } from '../../src/contract/index.ts'
import { plainly } from '../judge/fixtures.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { plans } from '../judge/operations/index.ts'
import { Unjudged } from '../judge/outcome.ts'
import { dataOf } from '../judge/parts.ts'
import { identitiesIn } from '../judge/records.ts'
import type { Scene } from '../judge/scene.ts'
import { inventedNames } from '../steps/step.ts'
import type { CheckRow } from './check.ts'
import { alike } from './pages.ts'

/**
 * A check that the path selects the resource: the plain request is sent for names that nothing has.
 * @param elsewhere sends requests for other resources, at last
 */
export function pathCheck(id: OperationId, elsewhere?: Scene): CheckRow {
  const { section, answer } = operations[id]
  const names = namesIn(parameterOf(operations[id])?.by ?? [])
  const requests: Scene = async (fixtures) => {
    const { exchange } = await fixtures.play(plainly[id])
    if (identitiesIn(exchange).length === 0)
      throw new Unjudged(
        dataOf(exchange).length > 0
          ? alike(`${answer.kind}s`)
          : `the ${String(parameterOf(operations[id])?.kind).split('_').at(-1)} has no ${answer.kind}s; ${nameAnother(id)}`,
      )
    const { parts } = await fixtures.accepted(id)
    for (const named of inventedNames(id, fixtures.target)) {
      const marked = await plans[id].marked?.(parts, 'Nestbox check nobody', fixtures)
      await fixtures.session.send(id, { ...(marked ?? parts), named })
    }
    if (elsewhere) await fixtures.play(elsewhere)
  }
  return {
    id: `${section}/path`,
    clauses: [`${section}#path`],
    title: `another ${names} is not answered with ${ownAnswer(operations[id])}`,
    needs: [requests],
  }
}
