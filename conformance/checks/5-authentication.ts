import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import {
  bearerInWords,
  type Credential,
  type ForgeryName,
  forgeryNames,
  isTokenName,
  type TokenName,
} from '../client/credentials.ts'
import { tokenCarriers } from '../client/token-carriers.ts'
import { accepts, refusedKinds, withoutToken } from '../judge/access.ts'
import { type Attempt, attempts, type Form, forms, sharingControl } from '../judge/battery.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import type { Failure } from '../judge/outcome.ts'
import { heardReception, inShort, receptionOf, wasGranted } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import { canBeProven, isGrantedAfter, mustNotBeLockedOut, whyRefused } from '../judge/why-refused.ts'
import { refusedWriteChecks } from './5-refused-writes.ts'
import { type CheckRow, kebab } from './check.ts'

const tokenWords: Readonly<Record<TokenName, string>> = {
  application: 'an application token',
  rootClient: 'a client token of a root administrator',
  userClient: 'a client token',
  otherUserClient: 'a client token',
}

/** Checks that each operation accepts valid tokens, refuses others, and does not do what it refused. */
export const authentication: readonly CheckRow[] = [
  ...operationIds.flatMap(acceptChecks),
  ...operationIds.flatMap((id) => [...refuseChecks(id), ...refusedWriteChecks(id)]),
]

function acceptChecks(id: OperationId): CheckRow[] {
  const { family, summary } = operations[id]
  return accepts[family].map(([token, clause]) => ({
    id: `5/${kebab(id)}-takes-${kebab(token)}`,
    clauses: [clause],
    title: `${summary} accepts ${tokenWords[token]}`,
    ignored: 'the exact status',
    async run(fixtures) {
      fixtures.session.need(token)
      const { isGranted } = await fixtures.accepted(id)
      // The plain request is already a request with this token.
      if (token === fixtures.session.tokenFor(id)) granted(await fixtures.plain(id))
      for (const form of forms(id, fixtures)) {
        const [attempt] = await attempts(fixtures, id, token, [form])
        if (!attempt || wasGranted(attempt.exchange)) continue
        // A server may refuse a query parameter that the document does not name.
        if (form.isAddition && isGranted && mayBeTheBody(attempt.exchange)) continue
        if (!isGranted) granted(await fixtures.plain(id))
        if (token !== fixtures.session.tokenFor(id) && !(await canBeProven(fixtures, token, id)))
          return { skip: notProven(token) }
        return whyRefused(fixtures, attempt.exchange, {
          claim: `${summary} does not accept ${tokenWords[token]}.`,
          expected: 'the successful response',
          isChosen: form.isChosen,
        })
      }
      return undefined
    },
  }))
}

function refuseChecks(id: OperationId): CheckRow[] {
  const { family } = operations[id]
  return [
    ...forgeryNames
      .filter((credential) => isFor(id, credential))
      .map((credential) =>
        refuseCheck(
          id,
          credential,
          credential,
          withoutToken.includes(credential) ? '5#bearer-header' : '5#unknown-token',
        ),
      ),
    ...refusedKinds[family].map(([token, slug]) =>
      refuseCheck(
        id,
        token,
        slug,
        `5#${family}-refuses-${token === 'application' ? 'application' : 'user-client'}`,
      ),
    ),
  ]
}

function refuseCheck(id: OperationId, credential: Credential, slug: string, clause: string): CheckRow {
  const { summary } = operations[id]
  return {
    id: `5/${kebab(id)}-refuses-${slug}`,
    clauses: [clause, ...(credential === 'no-header' ? ['1#bearer-everywhere'] : [])],
    title: `${summary} refuses a request ${bearerInWords(credential)}`,
    ignored: 'status and body of the refusal',
    phase: 'refusal',
    notSelected({ session }) {
      if (credential === 'otherUserClient' && !session.has(credential))
        return 'the target has no `tokens.otherUserClient`'
      return session.canForge(id, credential)
        ? undefined
        : 'no such token can be made of the one that is granted'
    },
    async run(fixtures) {
      const { session } = fixtures
      session.need(credential)
      granted(await fixtures.plain(id))
      if (
        isTokenName(credential) &&
        !(await canBeProven(fixtures, credential, id)) &&
        !(await isOfUser(fixtures, credential))
      )
        return { skip: notProven(credential) }
      for (const each of sharingControl(credential))
        if (session.canForge(id, each)) await attempts(fixtures, id, each, forms(id, fixtures))
      const sent = await attempts(fixtures, id, credential, forms(id, fixtures))
      const open = sent.filter(({ exchange }) => heardReception(exchange) !== 'refused')
      const [first = await answeredOtherwise(fixtures, id, credential, sent)] = open
      const alone = first ? await acceptedAlone(fixtures, id, credential, first.form) : []
      const names = alone.map(({ name }) => name)
      const failure = summed(
        (open.length > 0 ? open : alone).map(({ exchange }) => granting(exchange, credential, names)),
        sent.length,
      )
      if (failure) return failure
      // The refusal of a path that the server may not know says nothing about a lockout.
      const last = sent.findLast(({ form }) => !form.isOptional)?.exchange
      if (!last || !isGrantedAfter(fixtures, session.tokenFor(id), last))
        await mustNotBeLockedOut(fixtures, session.tokenFor(id))
      return undefined
    },
  }
}

/** Whether the token of the other user is granted for the server of that user. */
async function isOfUser(fixtures: Fixtures, credential: Credential): Promise<boolean> {
  const { otherServer } = fixtures.session.target.resources
  if (credential !== 'otherUserClient' || !otherServer) return false
  return wasGranted(
    await fixtures.session.once('backups of the other server', () =>
      fixtures.session.send('listServerBackups', { named: otherServer.uuid, credential }),
    ),
  )
}

/** Why nothing follows from the refusal of a token. */
const notProven = (token: string): string =>
  `no request with \`tokens.${token}\` was granted, so that its refusal proves nothing; the token may be wrong`

/**
 * The first request with its token under several names that was refused with another status than a request without a
 * token: the server may have accepted the token, and refused names that it does not know.
 */
async function answeredOtherwise(
  fixtures: Fixtures,
  id: OperationId,
  credential: Credential,
  sent: readonly Attempt[],
): Promise<Attempt | undefined> {
  if (tokenCarriers({ credential }).length === 0) return undefined
  const bare = await attempts(fixtures, id, 'no-header', forms(id, fixtures))
  return sent.find(({ form, exchange }) =>
    bare.some(
      (each) => each.form.name === form.name && each.exchange.reply?.status !== exchange.reply?.status,
    ),
  )
}

/** The names under which a token is accepted alone, after it was sent under several names together. */
async function acceptedAlone(
  fixtures: Fixtures,
  id: OperationId,
  credential: Credential,
  form: Form,
): Promise<readonly (Attempt & { readonly name: string })[]> {
  const accepted: (Attempt & { readonly name: string })[] = []
  for (const name of tokenCarriers({ credential })) {
    const [attempt] = await attempts(fixtures, id, credential, [form], name)
    if (attempt && receptionOf(attempt.exchange.ask, attempt.exchange.reply) !== 'refused')
      accepted.push({ ...attempt, name })
  }
  return accepted
}

/** The failure for a granted request that must be refused. @param alone names under which its token is accepted */
function granting(exchange: Exchange, credential: Credential, alone: readonly string[]): Failure {
  const words = `A request ${bearerInWords(credential)}`
  const names =
    alone.length > 0 ? ` Sent one by one, ${alone.map((name) => `\`${name}\``).join(', ')} is accepted.` : ''
  return {
    message:
      heardReception(exchange) === 'granted'
        ? `${words} was granted.${names}`
        : `${words} was not granted, but its response carries data all the same.${names}`,
    expected: 'a refusal, whatever its status and body, without any data',
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}

/** Whether a forgery can be sent to an operation: a token in a JSON body needs such a body. */
function isFor(id: OperationId, credential: ForgeryName): boolean {
  return tokenCarriers({ credential }, 'body').length === 0 || operations[id].body === 'json'
}
