import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import {
  bearerInWords,
  type Credential,
  forgeryNames,
  isTokenName,
  type TokenName,
} from '../client/credentials.ts'
import { tokenCarriers } from '../client/token-carriers.ts'
import { accepts, kebab, notRefused, refusedAs, refusedKinds, withoutToken } from '../judge/access.ts'
import { type Attempt, attempts, type Form, forms, sharingControl } from '../judge/battery.ts'
import { type Fixtures, plainly, type Scene } from '../judge/fixtures.ts'
import { inquire, lockoutControl, prove } from '../judge/inquiry.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { plans } from '../judge/operations/index.ts'
import { Unjudged } from '../judge/outcome.ts'
import { receptionOf, receptionOrThrow, wasGranted } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import { mayCarry } from '../judge/session.ts'
import { isGrantedAfter, mustBeGranted, whyLockedOut } from '../judge/why-refused.ts'
import { refusedWriteChecks } from './5-refused-writes.ts'
import type { CheckRow } from './check.ts'

const tokenWords: Readonly<Record<TokenName, string>> = {
  application: 'an application token',
  rootClient: 'a client token of a root administrator',
  userClient: 'a client token',
  otherUserClient: 'a client token',
}

/** Checks that each operation accepts valid tokens, refuses others, and that refused requests have no effect. */
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
    ...mustBeGranted(async (fixtures) => {
      const { session } = fixtures
      session.need(token)
      const { isGranted } = await fixtures.accepted(id)
      const isPlain = token === session.tokenFor(id)
      // The plain request is already a request with this token.
      if (isPlain) await fixtures.play(plainly[id])
      for (const form of forms(id)) {
        const [attempt] = await attempts(fixtures, id, token, [form])
        if (!attempt || wasGranted(attempt.exchange)) continue
        // A server may refuse a page size, and a query parameter that the document does not name.
        if (form.query && isGranted && mayBeTheBody(attempt.exchange)) continue
        await fixtures.play(plainly[id])
        if (!isPlain && !(await prove(fixtures, token, id))) throw new Unjudged(notProven(token))
        return inquire(fixtures, attempt.exchange, {
          claim: `${summary} does not accept ${tokenWords[token]}.`,
          expected: 'the successful response',
          isChosen: plans[id].key !== undefined || form.query !== undefined,
        })
      }
      return undefined
    }),
  }))
}

function refuseChecks(id: OperationId): CheckRow[] {
  const { family } = operations[id]
  const forgeries = forgeryNames.filter((credential) => mayCarry(id, credential))
  return [
    ...forgeries.map((credential) =>
      refuseCheck(id, credential, withoutToken.includes(credential) ? '5#bearer-header' : '5#unknown-token'),
    ),
    ...refusedKinds[family].map((token) =>
      refuseCheck(id, token, `5#${family}-refuses-${token === 'application' ? token : 'user-client'}`),
    ),
  ]
}

function refuseCheck(id: OperationId, credential: Credential, clause: string): CheckRow {
  const { summary } = operations[id]
  const sent: Scene<[], Barred> = (fixtures) => fixtures.play(barred, id, credential)
  return {
    id: `5/${kebab(id)}-refuses-${refusedAs(id, credential)}`,
    clauses: [clause, ...(credential === 'no-header' ? ['1#bearer-everywhere'] : [])],
    title: `${summary} refuses a request ${bearerInWords(credential)}`,
    ignored: 'status and body of the refusal',
    phase: 'refusal',
    notSelected({ session }) {
      if (credential === 'otherUserClient' && !session.has(credential))
        return 'the target has no `tokens.otherUserClient`'
      return session.canForge(id, credential) ? undefined : 'no such token can be made from the valid one'
    },
    needs: [sent],
    judge(evidence) {
      const { attempts: all, opened, alone, control } = evidence.result(sent) ?? none
      const names = alone.map(({ carrier }) => `\`${carrier}\``).join(', ')
      const more = names && ` Sent one by one, ${names} is accepted.`
      const failures = (opened.length > 0 ? opened : alone.map(({ exchange }) => exchange)).map((exchange) =>
        notRefused(exchange, more),
      )
      return summed(failures, all) ?? whyLockedOut(control)
    },
  }
}

/** The results of the requests with a credential that must be refused. */
interface Barred {
  /** The number of requests. */
  readonly attempts: number
  /** Those that were not refused. */
  readonly opened: readonly Exchange[]
  /** Those that were not refused with the token under one name, after it was sent under several together. */
  readonly alone: readonly { readonly carrier: string; readonly exchange: Exchange }[]
  /** A read that was granted before with the valid token. */
  readonly control?: Exchange | undefined
}

const none: Barred = { attempts: 0, opened: [], alone: [] }

const barred: Scene<[OperationId, Credential], Barred> = async (fixtures, id, credential) => {
  const { session } = fixtures
  session.need(credential)
  await fixtures.play(plainly[id])
  if (
    isTokenName(credential) &&
    !(await prove(fixtures, credential, id)) &&
    !(credential === 'otherUserClient' && (await fixtures.play(ofOtherUser)))
  )
    throw new Unjudged(notProven(credential))
  for (const each of sharingControl(credential))
    if (session.canForge(id, each)) await attempts(fixtures, id, each, forms(id))
  const sent = await attempts(fixtures, id, credential, forms(id))
  const open = sent.filter(({ exchange }) => receptionOrThrow(exchange) !== 'refused')
  const [first = await answeredOtherwise(fixtures, id, credential, sent)] = open
  const alone = first ? await acceptedAlone(fixtures, id, credential, first.form) : []
  const seen = { attempts: sent.length, opened: open.map(({ exchange }) => exchange), alone }
  // The refusal of a path that the server may not know says nothing about a lockout.
  const last = sent.findLast(({ form }) => !form.isOptional)?.exchange
  const token = session.tokenFor(id)
  if (open.length + alone.length > 0 || (last && isGrantedAfter(fixtures.exchanges, token, last))) return seen
  return { ...seen, control: await lockoutControl(fixtures, token) }
}

/** Whether the token of the other user is granted for the server of that user. */
const ofOtherUser: Scene<[], boolean> = async ({ session, target }) => {
  const named = target.resources.otherServer?.uuid
  if (named === undefined) return false
  return wasGranted(await session.send('listServerBackups', { named, credential: 'otherUserClient' }))
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
  const bare = await attempts(fixtures, id, 'no-header', forms(id))
  return sent.find(({ form, exchange }) =>
    bare.some(
      (each) => each.form.name === form.name && each.exchange.reply?.status !== exchange.reply?.status,
    ),
  )
}

/** Sends a token under each of its names alone. @returns the requests that were not refused */
async function acceptedAlone(
  fixtures: Fixtures,
  id: OperationId,
  credential: Credential,
  form: Form,
): Promise<Barred['alone']> {
  const accepted: Barred['alone'][number][] = []
  for (const carrier of tokenCarriers({ credential })) {
    const [attempt] = await attempts(fixtures, id, credential, [form], carrier)
    if (attempt && receptionOf(attempt.exchange.ask, attempt.exchange.reply) !== 'refused')
      accepted.push({ carrier, exchange: attempt.exchange })
  }
  return accepted
}
