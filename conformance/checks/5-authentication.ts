import { type families, type Level, type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Credential, TokenName } from '../client/credentials.ts'
import { attempt, mustBeAlive } from '../judge/attempts.ts'
import { findingOf } from '../judge/heard.ts'
import type { Failure } from '../judge/outcome.ts'
import { inShort, isObject, wasGranted } from '../judge/reception.ts'
import { granted } from '../judge/scenes.ts'
import { type Check, leakOf, refuses } from './check.ts'
import { kebab } from './slug.ts'

type Family = keyof typeof families

/** What section 5 says of each family, read by the kit for itself. */
const accepts: Readonly<Record<Family, readonly TokenName[]>> = {
  application: ['application', 'rootClient'],
  admin: ['rootClient'],
  client: ['userClient'],
}

interface Rejection {
  readonly credential: Credential
  readonly slug: string
  readonly inWords: string
  readonly clause: (family: Family) => string
  readonly level: (family: Family) => Level
  readonly families: readonly Family[]
}

const everywhere: readonly Family[] = ['application', 'admin', 'client']
const inferred = (): Level => 'inferred'
const stated = (): Level => 'stated'

/** Who is to be turned away, and from where. */
const rejections: readonly Rejection[] = [
  {
    credential: 'none',
    slug: 'no-header',
    inWords: 'no Authorization header',
    clause: () => '5#bearer-header',
    level: stated,
    families: everywhere,
  },
  {
    credential: 'empty',
    slug: 'empty-bearer',
    inWords: 'an empty bearer',
    clause: () => '5#bearer-header',
    level: stated,
    families: everywhere,
  },
  {
    credential: 'garbage',
    slug: 'garbage',
    inWords: 'a token that nobody issued',
    clause: () => '5#unknown-token',
    level: inferred,
    families: everywhere,
  },
  {
    credential: 'altered',
    slug: 'altered-token',
    inWords: 'a token with one character changed',
    clause: () => '5#unknown-token',
    level: inferred,
    families: everywhere,
  },
  {
    credential: 'application',
    slug: 'application-token',
    inWords: 'an application token',
    clause: (family) => `5#${family}-refuses-application`,
    level: (family) => (family === 'admin' ? 'stated' : 'inferred'),
    families: ['admin', 'client'],
  },
  {
    credential: 'userClient',
    slug: 'user-client-token',
    inWords: 'a client token of an ordinary user',
    clause: (family) => `5#${family}-refuses-user-client`,
    level: (family) => (family === 'admin' ? 'stated' : 'inferred'),
    families: ['application', 'admin'],
  },
]

const acceptClauses: Readonly<Record<Family, Partial<Record<TokenName, string>>>> = {
  application: {
    application: '5#application-takes-application',
    rootClient: '5#application-takes-root-client',
  },
  admin: { rootClient: '5#admin-takes-root-client' },
  client: { userClient: '5#client-takes-client' },
}

const ids = Object.keys(operations) as OperationId[]

const tokenWords: Readonly<Record<TokenName, string>> = {
  application: 'an application token',
  rootClient: 'a client token of a root administrator',
  userClient: 'a client token',
}

export const authentication: readonly Check[] = [...ids.flatMap(acceptChecks), ...ids.flatMap(refuseChecks)]

function acceptChecks(id: OperationId): Check[] {
  const { family } = operations[id]
  return accepts[family].map((token) => ({
    id: `5/${kebab(id)}-takes-${kebab(token)}`,
    section: '5',
    clauses: [acceptClauses[family][token] ?? ''],
    level: 'stated',
    title: `${operations[id].summary} takes ${tokenWords[token]}`,
    ignored: 'the status of success',
    async run(scenes) {
      scenes.session.need(token)
      granted(await scenes.plain(id))
      const exchange = await attempt(scenes, id, token)
      if (wasGranted(exchange)) return undefined
      return {
        message: findingOf(exchange, `${operations[id].summary} does not take ${tokenWords[token]}.`),
        expected: 'the answer of success',
        actual: inShort(exchange.reply, exchange.failure),
        exchange,
      }
    },
  }))
}

function refuseChecks(id: OperationId): Check[] {
  const { family, summary } = operations[id]
  return rejections
    .filter(({ families }) => families.includes(family))
    .map(({ credential, slug, inWords: varied, clause, level }) => ({
      id: `5/${kebab(id)}-refuses-${slug}`,
      section: '5',
      clauses: [clause(family), ...(credential === 'none' ? ['1#bearer-everywhere'] : [])],
      level: level(family),
      title: `${summary} refuses ${varied}`,
      ignored: 'status and body of the refusal',
      async run(scenes) {
        await mustBeAlive(scenes, scenes.session.need(credential))
        const failure = await refuses({
          control: () => scenes.plain(id),
          vary: () => attempt(scenes, id, credential),
          varied,
        })(scenes)
        return failure ?? leak(id, await attempt(scenes, id, credential), varied)
      },
    }))
}

/** A refusal that has what was asked for somewhere in its body, such as a bare array of envelopes. */
function leak(id: OperationId, exchange: Exchange, varied: string): Failure | undefined {
  const { kind } = operations[id].answer
  if (!holdsEnvelope(exchange.reply?.json, kind)) return undefined
  return {
    message: leakOf(varied),
    expected: `a refusal, whatever its status and body, without any ${kind}`,
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}

function holdsEnvelope(value: unknown, kind: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsEnvelope(item, kind))
  if (!isObject(value)) return false
  if (value['object'] === kind && isObject(value['attributes'])) return true
  return Object.values(value).some((inner) => holdsEnvelope(inner, kind))
}
