import { type OperationId, operationIds, operations } from '../../../src/contract/index.ts'
import { kebab } from '../../checks/check.ts'
import { instead, refusal } from '../changes.ts'
import type { MakeMiddleware } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { accepted, forms, formsOf, isNamedTwice, proving } from './access.ts'

const takes = { application: 'application', rootClient: 'root-client', userClient: 'user-client' } as const
const takesClause = { application: 'application', rootClient: 'root-client', userClient: 'client' } as const

/** Refuses a token that must be accepted, in one form of the path. */
const closedDoors = operationIds.flatMap((id) => {
  const { family, section } = operations[id]
  const check = (token: keyof typeof takes) => `5/${kebab(id)}-takes-${takes[token]}`
  return product(
    accepted[family],
    // A client token is valid for one operation only, so that it may be wrong if that operation always refuses it.
    formsOf(id, 'garbage').filter((form) => family !== 'client' || form === 'with a query'),
    (token, form) => ({
      name: `${check(token)}: it is refused, ${form}`,
      breaks: [`5#${family}-takes-${takesClause[token]}`, `${section}#answer`],
      caughtBy: [
        check(token),
        `${section}/answer`,
        ...(isNamedTwice(id) ? [`${section}/by-id-and-uuid`] : []),
        ...(family === 'client' ? ['4.7/per-page', '4.7/page'] : []),
      ],
      reachedBy: proving,
      make: () =>
        instead(id, async (request, next) =>
          request.credential === token && forms[form]?.(request) ? refusal(403) : next(request),
        ),
    }),
  )
})

/** Operations that are missing or respond with 500. */
const missing = product(
  operationIds,
  (id) => (operations[id].family === 'client' ? [500] : [404, 405, 501, 500]),
  (id, status) => ({
    name: `${operations[id].section}/answer: ${status} to everybody`,
    breaks: [`${operations[id].section}#answer`, `${operations[id].section}#route`],
    caughtBy: [`${operations[id].section}/answer`],
    reachedBy: [...new Set(operationIds.map((each) => `${operations[each].section}/answer`))],
    make: gone(id, status),
  }),
)

/** Refuses an operation like a path without a route; for the databases of a host, paths next to it are refused too. */
function gone(id: OperationId, status: number): MakeMiddleware {
  const [prefix = ''] = operations[id].path.split('{')
  const isBeside = id === 'listHostDatabases'
  return () => async (request, next) =>
    request.operation === id || (isBeside && request.path.startsWith(prefix))
      ? { ...refusal(status), headers: { allow: 'OPTIONS' } }
      : next(request)
}

export const acceptance: readonly Mutant[] = [...closedDoors, ...missing]
