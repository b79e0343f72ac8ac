import { operationIds, operations } from '../../../src/contract/index.ts'
import { kebab } from '../../judge/access.ts'
import { changedAt, instead, isByUuid, refusal, refusedWhen } from '../changes.ts'
import { withBody } from '../messages.ts'
import { checksOf, type Mutant, mutant, mutantsOf, product } from '../mutant.ts'
import { namedTwice } from '../subjects.ts'
import { acceptedBy, forms, formsOf, proving } from './access.ts'

/** Refuses a token that must be accepted, in one form of the path. */
const closedDoors = operationIds.flatMap((id) => {
  const isAlone = operationIds.every(
    (each) => each === id || operations[each].family !== operations[id].family,
  )
  return product(
    acceptedBy(id),
    // A token that is valid for one operation only may be wrong if that operation always refuses it.
    formsOf(id).filter((form) => !isAlone || form === 'with a query'),
    (token, form) =>
      mutant(
        [
          `5/${kebab(id)}-takes-${kebab(token)}`,
          ...checksOf(id, 'response', 'by-id-and-uuid', ...(isAlone ? ['per-page', 'page'] : [])),
        ],
        `it is refused, ${form}`,
        () =>
          refusedWhen(id, (request) => request.credential === token && forms[form]?.(request) === true, 403),
        { reachedBy: proving },
      ),
  )
})

/**
 * Operations that are missing or respond with 500. The databases of a host are refused like the paths next to them,
 * because no other operation shows that the host exists.
 */
const missing = product(
  operationIds,
  (id) => (operations[id].family === 'client' ? [500] : [404, 405, 501, 500]),
  (id, status) => {
    const { section, path } = operations[id]
    const [prefix = ''] = path.split('{')
    const isGone = (asked: string): boolean => id === 'listHostDatabases' && asked.startsWith(prefix)
    return mutant(
      `${section}/response`,
      `${status} to everybody`,
      () =>
        refusedWhen('anything', ({ operation, path }) => operation === id || isGone(path), {
          ...refusal(status),
          headers: { allow: 'OPTIONS' },
        }),
      {
        breaks: [`${section}#response`, `${section}#route`],
        reachedBy: operationIds.map((each) => `${operations[each].section}/response`),
      },
    )
  },
)

const unknownBy = namedTwice.flatMap((id) =>
  (['UUID', 'id'] as const).flatMap((by) =>
    [404, 500].map((status) =>
      mutant(
        checksOf(id, 'by-id-and-uuid', 'response'),
        `the server is not known by ${by}, with ${status}`,
        () => refusedWhen(id, (request) => isByUuid(request) === (by === 'UUID'), status),
        { breaks: [`${operations[id].section}#by-${by.toLowerCase()}`] },
      ),
    ),
  ),
)

/** Every created user is the same one. */
const sameUser = ['id', 'uuid'].map((field) => {
  const make = () => {
    let first: unknown
    return changedAt('createUser', `attributes.${field}`, (value) => (first ??= value))
  }
  return mutant('4.6/distinct', `every user has the same ${field}`, make, { shows: field })
})

const onceOnly = (['updateNode', 'importEgg', 'createUser'] as const).map((id) =>
  mutant(`${operations[id].section}/response`, 'it can be done once only', () =>
    refusedWhen(id, (_, times) => times > 1, 500),
  ),
)

/** A form is granted where the documented JSON is refused. */
const otherForm = mutantsOf(
  {
    '4.1/response: JSON is refused, a form is taken': () =>
      instead('updateNode', async (request, next) => {
        if (!(request.headers['content-type'] ?? '').includes('urlencoded')) return refusal(422)
        const entries = [...new URLSearchParams(request.text)].map(([name, value]) => [
          name,
          /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value,
        ])
        const headers = { ...request.headers, 'content-type': 'application/json' }
        return next({ ...withBody(request, Object.fromEntries(entries)), headers })
      }),
  },
  { breaks: ['4.1#route'] },
)

/** Requests that must be granted, and are refused or answered with another resource. */
export const granted: readonly Mutant[] = [
  ...closedDoors,
  ...missing,
  ...unknownBy,
  ...onceOnly,
  ...sameUser,
  ...otherForm,
]
