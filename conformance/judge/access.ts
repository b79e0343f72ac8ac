import { type families, type OperationId, operations } from '../../src/contract/index.ts'
import { type Credential, type ForgeryName, isTokenName, type TokenName } from '../client/credentials.ts'

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

/** The tokens that each family may not accept according to section 5, with the slug of the check. */
export const refusedKinds: Readonly<Record<Family, readonly (readonly [TokenName, slug: string])[]>> = {
  application: [
    ['userClient', 'user-client-token'],
    ['otherUserClient', 'other-user-client-token'],
  ],
  admin: [
    ['application', 'application-token'],
    ['userClient', 'user-client-token'],
    ['otherUserClient', 'other-user-client-token'],
  ],
  client: [['application', 'application-token']],
}

/** Forgeries without a bearer token in the `Authorization` header: the document states that they must be refused. */
export const withoutToken: readonly ForgeryName[] = [
  ...(['no-header', 'empty-bearer', 'no-scheme', 'other-scheme', 'basic-scheme'] as const),
  ...(['token-in-query', 'token-in-other-header', 'token-in-body'] as const),
]

/** Whether an operation must refuse a credential. */
export const isBarred = (call: {
  readonly operation: OperationId
  readonly credential: Credential
}): boolean => refusedAs(call.operation, call.credential) !== undefined

/** The slug of the check that an operation refuses a credential; undefined if it need not refuse it. */
export function refusedAs(id: OperationId, credential: Credential): string | undefined {
  if (!isTokenName(credential)) return credential
  return refusedKinds[operations[id].family].find(([token]) => token === credential)?.[1]
}
