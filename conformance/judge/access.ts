import { type families, type OperationId, operations } from '../../src/contract/index.ts'
import type { Ask, Exchange } from '../client/client.ts'
import {
  bearerInWords,
  type Credential,
  type ForgeryName,
  forgeryNames,
  isTokenName,
  type TokenName,
  tokenNames,
} from '../client/credentials.ts'
import type { Failure } from './outcome.ts'
import { inShort, receptionOf } from './reception.ts'
import type { Session } from './session.ts'

type Family = keyof typeof families

/** The tokens that each family must accept, according to the kit's own reading of section 5, with the clause. */
export const accepts: Readonly<Record<Family, readonly (readonly [TokenName, clause: string])[]>> = {
  application: [
    ['application', '5#application-takes-application'],
    ['rootClient', '5#application-takes-root-client'],
  ],
  admin: [['rootClient', '5#admin-takes-root-client']],
  client: [['userClient', '5#client-takes-client']],
}

/** The clause by which an operation accepts a token; undefined if none says so. */
export const acceptClause = (id: OperationId, credential: Credential): string | undefined =>
  accepts[operations[id].family].find(([token]) => token === credential)?.[1]

/** The tokens that each family may not accept according to section 5. */
export const refusedKinds: Readonly<Record<Family, readonly TokenName[]>> = {
  application: ['userClient', 'otherUserClient'],
  admin: ['application', 'userClient', 'otherUserClient'],
  client: ['application'],
}

/** Forgeries without a bearer token in the `Authorization` header: the document states that they must be refused. */
export const withoutToken: readonly ForgeryName[] = [
  ...(['no-header', 'empty-bearer', 'no-scheme', 'other-scheme', 'basic-scheme'] as const),
  ...(['token-in-query', 'token-in-other-header', 'token-in-body'] as const),
]

/** A name in slug form: `createUser` is `create-user`. */
export const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Whether an operation must refuse a credential. */
export const isBarred = ({ operation, credential }: Pick<Ask, 'operation' | 'credential'>): boolean =>
  refusedAs(operation, credential) !== undefined

/** The slug of the check that an operation refuses a credential; undefined if it need not refuse it. */
export function refusedAs(id: OperationId, credential: Credential): string | undefined {
  if (!isTokenName(credential)) return credential
  return refusedKinds[operations[id].family].includes(credential) ? `${kebab(credential)}-token` : undefined
}

/** Credentials that at least one operation must refuse. */
const intruders: readonly Credential[] = [
  ...forgeryNames,
  ...tokenNames.filter((name) => name !== 'rootClient'),
]

/** The credentials that an operation must refuse and that the target can send. */
export const barredFrom = (
  operation: OperationId,
  session: Pick<Session, 'has' | 'canForge'>,
): readonly Credential[] =>
  intruders.filter(
    (credential) =>
      isBarred({ operation, credential }) &&
      session.has(credential) &&
      session.canForge(operation, credential),
  )

/** The failure of a request that had to be refused, and was not. @param more what is known in addition, as a sentence */
export function notRefused(exchange: Exchange, more = ''): Failure {
  const { ask, reply, failure } = exchange
  const words = `A request ${bearerInWords(ask.credential)}`
  const isGranted = receptionOf(ask, reply) === 'granted'
  return {
    message: `${words} ${isGranted ? 'was granted' : 'was not granted, but its response has data'}.${more}`,
    expected: 'a refusal, whatever its status and body, without any data',
    actual: inShort(reply, failure),
    exchange,
  }
}

/** The resource that each operation writes, in the marks of its requests. */
const written: Partial<Readonly<Record<OperationId, string>>> = {
  updateNode: 'node',
  syncNodeTags: 'tags',
  importEgg: 'egg',
  updateServerStartup: 'startup',
  createUser: 'user',
}

const first = 'Intruder'

/**
 * The text in the body of a request that must be refused. Each pair of operation and credential has its own text,
 * which is not part of any other, so that a later response with the text identifies the request that was written.
 */
export const intruderMark = (id: OperationId, credential: Credential): string =>
  `${first} ${credential} ${written[id] ?? 'list'}`

/** The marks of such requests in a text, also in the form of an image tag or of a name, without signs and capitals. */
export const intrudersIn = (text: string): readonly string[] =>
  [...text.matchAll(/intruder[a-z -]{1,60}?(?:node|tags|egg|startup|user|list)\b/gi)].map(([mark]) =>
    mark.replaceAll(/[^a-z]/gi, '').toLowerCase(),
  )

export const isIntruderMark = (text: string): boolean => text.startsWith(first)

/** A small number for each credential, for fields that are not strings. */
export const intruderNumber = (mark: string): number =>
  intruders.findIndex((credential) => mark.startsWith(`${first} ${credential} `))
