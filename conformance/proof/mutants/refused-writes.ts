import type { WritingId } from '../../../src/contract/index.ts'
import { kebab } from '../../checks/check.ts'
import type { Credential } from '../../client/credentials.ts'
import { refusal } from '../changes.ts'
import { asBy, bodyOf, isObject, type MakeMiddleware, type ProxyResponse, withBody } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { forgeriesFor } from './access.ts'

/** Tokens that each write refuses, and whose requests these servers do all the same. */
const written = {
  createUser: ['userClient', 'otherUserClient'],
  updateNode: ['userClient', 'otherUserClient'],
  syncNodeTags: ['userClient', 'otherUserClient', 'application'],
  importEgg: ['userClient', 'otherUserClient', 'application'],
  updateServerStartup: ['userClient', 'otherUserClient', 'application'],
} as const satisfies Readonly<Record<WritingId, readonly Credential[]>>

const ids = Object.keys(written) as WritingId[]

/** Refusals of requests that are done nevertheless. */
const answers: Readonly<Record<string, () => ProxyResponse>> = {
  'with an error body': () => refusal(),
  'with an empty body': () => ({ status: 401, headers: {}, text: '' }),
  'with a redirect': () => ({ status: 302, headers: { location: '/login' }, text: '' }),
  'as not found': () => refusal(404),
}

/** Fields that later responses show, of which a refused request changes one alone. */
const fields = {
  updateNode: ['name', 'description', 'behind_proxy', 'memory', 'disk', 'upload_size'],
  updateServerStartup: ['startup', 'docker_image'],
} as const

/** Does the requests of some credentials, as a whole or one field of them, and refuses them. */
const refusedAndDone =
  (
    id: WritingId,
    strangers: readonly Credential[],
    answer: () => ProxyResponse,
    only?: string,
  ): MakeMiddleware =>
  () => {
    let last: Record<string, unknown> = {}
    return async (request, next) => {
      if (request.operation !== id) return next(request)
      const body = bodyOf(request)
      if (!strangers.includes(request.credential)) {
        const response = await next(request)
        if (response.status < 300) last = body
        return response
      }
      const done = asBy(request, 'rootClient')
      await next(
        only === undefined || !isObject(body) ? done : withBody(done, { ...last, [only]: body[only] }),
      )
      return answer()
    }
  }

const check = (id: WritingId): string => `5/${kebab(id)}-refused-changes-nothing`

const strangersOf = (
  id: WritingId,
): readonly (readonly [inWords: string, credentials: readonly Credential[]])[] => [
  ['anybody', [...forgeriesFor(id), ...written[id]]],
  ...[...forgeriesFor(id), ...written[id]].map((name) => [name, [name]] as const),
]

/** Requests that are refused because of their credential and done nevertheless. */
export const refusedWrites: readonly Mutant[] = [
  ...product(
    ids.flatMap((id) => strangersOf(id).map(([inWords, credentials]) => ({ id, inWords, credentials }))),
    Object.entries(answers),
    ({ id, inWords, credentials }, [how, answer]) => ({
      name: `${check(id)}: a request by ${inWords} is refused ${how}, and done`,
      breaks: ['5#refused-changes-nothing'],
      caughtBy: [check(id)],
      // The texts show which operation wrote them, so that checks of other operations must not fail.
      ...(id === 'updateNode' &&
        inWords === 'anybody' && { spares: ids.filter((each) => each !== id).map(check) }),
      make: refusedAndDone(id, credentials, answer),
    }),
  ),
  ...(Object.keys(fields) as (keyof typeof fields)[]).flatMap((id) =>
    product(fields[id], strangersOf(id), (field, [inWords, credentials]) => ({
      name: `${check(id)}: of a request by ${inWords} that is refused, ${field} is done`,
      breaks: ['5#refused-changes-nothing'],
      caughtBy: [check(id)],
      make: refusedAndDone(id, credentials, () => refusal(), field),
    })),
  ),
]
