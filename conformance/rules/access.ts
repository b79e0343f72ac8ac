import { isDeepStrictEqual } from 'node:util'
import { isWriting, operations, without } from '../../src/contract/index.ts'
import { isApplicationReply } from '../client/client.ts'
import { acceptClause, isBarred, kebab, notRefused, refusedAs } from '../judge/access.ts'
import { isServerError } from '../judge/ladder.ts'
import { inShort, receptionOf, wasGranted } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { mayWrite } from '../model/reach.ts'
import type { Call, Entry } from '../steps/step.ts'
import type { Finding, LogRule } from './finding.ts'

/** Credentials that section 5 does not accept are refused, for every request and every time. */
export const refuses: LogRule = function* ({ call, exchange }) {
  const slug = refusedAs(call.operation, call.credential)
  if (slug === undefined) return
  if (receptionOf(exchange.ask, exchange.reply) === 'refused') return
  yield {
    check: `5/${kebab(call.operation)}-refuses-${slug}`,
    key: `granted ${call.operation} ${call.credential}`,
    failure: notRefused(exchange),
  }
}

/** Statuses for which a token may be the reason, or a server that locks out clients. */
export const ofTokens = [401, 403, 404]

/** Statuses that no value of the kit can cause. */
export const ofNoValue = [...ofTokens, 405, 500, 501]

/** Statuses of a server that is busy with a resource, or with too many requests. */
const ofBusyServers = [409, 423, 429]

/**
 * A request that was granted is granted again, with each token that section 5 accepts, by id and by UUID; and a refused
 * request is not granted shortly afterwards.
 */
export const grants: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  if (entry.burst || call.spelling !== undefined || !isOwner(entry) || model.isUnavailable(call)) return
  const alike = (each: Entry): boolean => !each.burst && isLike(each, entry)
  const isGranted = wasGranted(exchange)
  // A user that was created is not created again.
  if (!isGranted && isRefusal(entry, ofNoValue) && call.operation !== 'createUser') {
    const before = model.granted(call).findLast(alike)
    // A node may have tags since then, with which it does not accept the egg.
    const isTagged =
      call.operation === 'updateServerStartup' &&
      before !== undefined &&
      model.since(before).some((each) => each.call.operation === 'syncNodeTags' && mayWrite(each))
    if (before && !isTagged) yield refused(entry, before, 'a request like it was granted')
    else if (call.body === 'own' && model.isProven(call))
      yield refused(entry, undefined, 'it carries what the server showed, and the token is granted elsewhere')
    else if (isRefusal(entry, [401, 403]) && isPlainRead(call) && model.isProven(call))
      yield refused(entry, undefined, 'it has no values, and the token is granted elsewhere')
    else if (exchange.reply?.status !== 404 && isAllowedPage(call)) {
      const other = model
        .granted(call)
        .findLast(({ call: { named, credential } }) => named === call.named && credential === call.credential)
      if (other) yield refused(entry, other, 'another page was granted, and the document allows its size')
    }
  }
  if (!isGranted) return
  const just = model
    .asked(call)
    .findLast((each) => entry.at - each.at === 1 && alike(each) && !wasGranted(each.exchange))
  if (just && isOwner(just) && isRefusal(just))
    yield refused(just, entry, 'the same request was granted right after')
}

/** Whether an administrator reads a resource without a value that could be refused. */
const isPlainRead = ({ operation, query = {} }: Call): boolean =>
  !isWriting(operation) && operations[operation].family === 'admin' && Object.keys(query).length === 0

/** Whether a list is requested with no more than a page and a size that the document allows. Section 4.7. */
function isAllowedPage({ operation, query = {} }: Call): boolean {
  const { page = 1, per_page = 1, ...others } = query
  const { response } = operations[operation]
  const maximum = 'maximum' in response ? response.maximum : 0
  const isWithin = (value: unknown, most: number): boolean =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
  return Object.keys(others).length === 0 && isWithin(page, Infinity) && isWithin(per_page, maximum)
}

/** Whether the application refused a request, with one of some statuses. */
function isRefusal({ exchange: { reply } }: Entry, statuses?: readonly number[]): boolean {
  if (!isApplicationReply(reply) || reply.status < 300 || ofBusyServers.includes(reply.status)) return false
  return statuses?.includes(reply.status) ?? true
}

function refused({ call, exchange }: Entry, granted: Entry | undefined, though: string): Finding {
  const { summary, section, method } = operations[call.operation]
  const isOtherName = granted !== undefined && String(granted.call.named) !== String(call.named)
  const mayBeTheToken = ofTokens.includes(exchange.reply?.status ?? 0)
  const isOtherToken = mayBeTheToken && granted !== undefined && granted.call.credential !== call.credential
  return {
    check: isOtherName
      ? `${method === 'GET' ? '4.4' : '4.5'}/by-id-and-uuid`
      : isOtherToken
        ? `5/${kebab(call.operation)}-takes-${kebab(call.credential)}`
        : `${section}/response`,
    key: `refused ${call.operation} ${call.subject}`,
    moved: `refusal.${call.operation}`,
    isExplained: true,
    failure: {
      message: `"${summary}" is refused, though ${though}.`,
      expected: 'the response of success',
      actual: inShort(exchange.reply),
      exchange,
      ...(granted && { after: granted.exchange }),
    },
  }
}

/** Whether the token must be accepted for the resource. */
export function isOwner({ call }: Entry): boolean {
  const { family } = operations[call.operation]
  if (call.subject === 'nobody') return false
  if (family !== 'client') return acceptClause(call.operation, call.credential) !== undefined
  return call.credential === (call.subject === 'server' ? 'userClient' : 'otherUserClient')
}

/** Whether two requests of one resource differ in nothing but their token and the name of the resource. */
function isLike({ call: one }: Entry, { call: other }: Entry): boolean {
  const same = (call: Call) => without(call, 'named', 'credential', 'body', 'mark', 'variable', 'isGranted')
  return one === other || isDeepStrictEqual(same(one), same(other))
}

/**
 * Values that were each granted do not cause a server error together, twice. If they were granted together before, the
 * state of the server is the reason: its node has other tags now.
 */
export const combined: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  if (!call.fields || !isServerError(exchange)) return
  if (call.subject === 'nobody' || isBarred(call)) return
  const granted = model.granted(call)
  if (granted.some((each) => hasValues(each, call.fields))) return
  const before = model
    .asked(call)
    .findLast((each) => isServerError(each.exchange) && hasValues(each, call.fields))
  const isGrantedApart = Object.entries(call.fields).every((value) =>
    granted.some((each) => hasValues(each, Object.fromEntries([value]))),
  )
  if (!before || !isGrantedApart) return
  const { section } = operations[call.operation]
  yield {
    check: `${section}/response`,
    key: `combined ${call.operation}`,
    failure: {
      message: 'Values that the server grants one by one cause a server error together.',
      expected: 'the successful response, as to each of the values',
      actual: inShort(exchange.reply, exchange.failure),
    },
  }
}

const hasValues = ({ call }: Entry, fields: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(fields).every(([field, value]) => call.fields && isSame(field, call.fields[field], value))
