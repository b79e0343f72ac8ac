import type { OperationId } from '../../../src/contract/index.ts'
import type { Credential } from '../../client/credentials.ts'
import { refusal } from '../changes.ts'
import { type Answer, asBy, type MakeLayer } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Does what a stranger asks, and answers as if it had not. */
const refusedAndDone =
  (id: OperationId, strangers: readonly Credential[], answer: () => Answer): MakeLayer =>
  () =>
  async (ask, next) => {
    if (ask.operation !== id || !strangers.includes(ask.credential)) return next(ask)
    await next(asBy(ask, 'rootClient'))
    return answer()
  }

const empty = (): Answer => ({ status: 401, headers: {}, text: '' })
const login = (): Answer => ({ status: 302, headers: { location: '/login' }, text: '' })

const all: readonly Credential[] = ['none', 'empty', 'garbage', 'altered', 'userClient']

const rows: readonly (readonly [
  id: OperationId,
  slug: string,
  strangers: readonly Credential[],
  who: string,
])[] = [
  ['createUser', 'create-user', all, 'anybody'],
  ['createUser', 'create-user', ['userClient'], 'an ordinary user'],
  ['createUser', 'create-user', ['none'], 'nobody'],
  ['createUser', 'create-user', ['altered'], 'an altered token'],
  ['updateNode', 'update-node', all, 'anybody'],
  ['updateNode', 'update-node', ['userClient'], 'an ordinary user'],
  ['updateNode', 'update-node', ['none'], 'nobody'],
  ['updateNode', 'update-node', ['garbage'], 'a token that nobody issued'],
  ['importEgg', 'import-egg', [...all, 'application'], 'anybody'],
  ['importEgg', 'import-egg', ['application'], 'an application token'],
  ['importEgg', 'import-egg', ['none'], 'nobody'],
  ['updateServerStartup', 'update-server-startup', [...all, 'application'], 'anybody'],
  ['updateServerStartup', 'update-server-startup', ['application'], 'an application token'],
  ['updateServerStartup', 'update-server-startup', ['empty'], 'an empty bearer'],
]

const answers: readonly (readonly [inWords: string, answer: () => Answer])[] = [
  ['with an error body', () => refusal()],
  ['with an empty body', empty],
  ['with a redirect', login],
]

/** Refusals that write all the same. */
export const writes: readonly Mutant[] = rows.flatMap(([id, slug, strangers, who], at) => {
  const [inWords, answer] = answers[at % answers.length] ?? ['', empty]
  return {
    name: `writes: ${id} by ${who} is refused ${inWords}, and done`,
    breaks: ['5#refused-changes-nothing'],
    caughtBy: `5/${slug}-refused-changes-nothing`,
    make: refusedAndDone(id, strangers, answer),
  }
})
