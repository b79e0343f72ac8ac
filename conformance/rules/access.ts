import { operations } from '../../src/contract/index.ts'
import { kebab } from '../checks/check.ts'
import { isApplicationReply } from '../client/client.ts'
import { bearerInWords, type TokenName } from '../client/credentials.ts'
import { accepts, refusedAs } from '../judge/access.ts'
import { inShort, receptionOf, wasGranted } from '../judge/reception.ts'
import type { Entry } from '../steps/step.ts'
import type { LogRule } from './finding.ts'

/** Credentials that section 5 does not accept are refused, whatever is requested how often. */
export const refuses: LogRule = function* ({ call, exchange }) {
  const slug = refusedAs(call.operation, call.credential)
  if (slug === undefined) return
  const reception = receptionOf(exchange.ask, exchange.reply)
  if (reception === 'refused') return
  const words = `A request ${bearerInWords(call.credential)}`
  yield {
    check: `5/${kebab(call.operation)}-refuses-${slug}`,
    key: `granted ${call.operation} ${call.credential}`,
    failure: {
      message:
        reception === 'granted'
          ? `${words} was granted.`
          : `${words} was not granted, but its response carries data all the same.`,
      expected: 'a refusal, whatever its status and body, without any data',
      actual: inShort(exchange.reply, exchange.failure),
      exchange,
    },
  }
}

/** Statuses that no value of the kit can cause. */
const ofNoValue = [401, 403, 404, 405, 500, 501]

/** A request that was granted is granted again, with each token that section 5 accepts, by id and by UUID. */
export const grants: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  const { reply } = exchange
  const { method, section } = operations[call.operation]
  if (entry.burst || wasGranted(exchange) || !isApplicationReply(reply) || !ofNoValue.includes(reply.status))
    return
  if (call.spelling !== undefined || !isOwner(entry) || model.isUnavailable(call)) return
  const before = model.log.findLast(
    (each) =>
      each.call.subject === call.subject &&
      each.call.operation === call.operation &&
      wasGranted(each.exchange) &&
      isLike(each, entry),
  )
  if (!before) return
  const isOtherName = String(before.call.named) !== String(call.named)
  const isOtherToken = before.call.credential !== call.credential
  const check =
    isOtherName && method === 'GET'
      ? '4.4/by-id-and-uuid'
      : isOtherName
        ? '4.5/by-id-and-uuid'
        : isOtherToken
          ? `5/${kebab(call.operation)}-takes-${kebab(call.credential)}`
          : `${section}/answer`
  yield {
    check,
    key: `refused ${call.operation} ${call.subject}`,
    moved: `refusal.${call.operation}`,
    isExplained: true,
    failure: {
      message: `"${operations[call.operation].summary}" is refused, though a request like it was granted.`,
      expected: 'the successful response, as before',
      actual: inShort(reply),
      exchange,
      after: before.exchange,
    },
  }
}

/** Whether the token must be accepted for the resource. */
function isOwner({ call }: Entry): boolean {
  const { family } = operations[call.operation]
  if (call.subject === 'nobody') return false
  if (family !== 'client') return accepts[family].includes(call.credential as TokenName)
  return call.credential === (call.subject === 'server' ? 'userClient' : 'otherUserClient')
}

/** Whether two requests of one resource differ in nothing but their token and the name of the resource. */
const isLike = ({ exchange: one }: Entry, { exchange: other }: Entry): boolean =>
  one.ask.path.split('?')[1] === other.ask.path.split('?')[1] &&
  JSON.stringify(one.ask.json) === JSON.stringify(other.ask.json) &&
  one.ask.file === other.ask.file
