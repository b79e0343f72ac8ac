import type { TSchema } from '@sinclair/typebox'
import {
  type CompanionId,
  companions,
  fieldsOf,
  isObject,
  type Kind,
  type Operation,
  type OperationId,
  operations,
  valueAt,
} from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { type Ask, type AskedId, type Exchange, isApplicationReply, type Reply } from '../client/client.ts'
import { jsonFault, jsonWithin } from '../client/parsed-json.ts'
import { beginning, hidden } from '../client/redact.ts'
import { afterWaiting } from '../client/retry-budget.ts'
import { Unjudged } from './outcome.ts'

/** The result of a request regardless of its status: section 5 defines neither statuses nor bodies of refusals. */
export type Reception = 'granted' | 'leaky' | 'refused'

export { isObject }

/** The parts of a request that determine its reception. */
type Sent = Pick<Ask<AskedId>, 'operation' | 'json' | 'file'>

/**
 * `granted`: the response is the success envelope of the operation. `leaky`: it is not, but an object in its body, or in
 * the text around it, has two documented fields of the resource with values that the request did not send. `refused`: everything else.
 */
export function receptionOf(sent: Sent, reply: Reply | undefined): Reception {
  const asked = operationOf(sent)
  if (isSuccess(asked, reply)) return 'granted'
  if (asked.response.envelope === 'none' || !reply) return 'refused'
  const { kind } = asked.response
  const sought = { kind: kind as Kind, sent: sentTexts(sent), isError: statusOf(reply) >= 300 }
  return leaks(reply.json ?? within(reply), sought) ? 'leaky' : 'refused'
}

/** Data in a response that is not JSON as a whole, such as a page in HTML. */
const within = onceFor(({ text }: Reply) => jsonWithin(text))

const operationOf = ({ operation }: Sent): Operation =>
  operation in operations ? operations[operation as OperationId] : companions[operation as CompanionId]

function isSuccess({ response }: Operation, reply: Reply | undefined): boolean {
  if (response.envelope === 'none') return reply !== undefined && reply.status < 300
  const body = reply?.json
  if (!isObject(body) || isEmptyRefusal(reply)) return false
  if (response.envelope === 'single') return body['object'] === response.kind && isObject(body['attributes'])
  return body['object'] === 'list' && Array.isArray(body['data'])
}

/** Whether an error or a redirect has the form of a list without a resource: it is empty, or has errors alone. */
const isEmptyRefusal = (reply: Reply | undefined): boolean =>
  reply !== undefined &&
  reply.status >= 300 &&
  isObject(reply.json) &&
  Array.isArray(reply.json['data']) &&
  reply.json['data'].every((item) => isObject(item) && item['object'] === 'error')

/**
 * The status of a response as its body has it: the document names no status of errors (section 7), so that a server may
 * send them with the status 200. Such an error counts as 400 if the body has no status.
 */
export function statusOf({ status, json }: Pick<Reply, 'status' | 'json'>): number {
  if (status >= 300 || !isObject(json)) return status
  const code = ['status', 'code', 'statusCode', 'error.status', 'error.code']
    .map((path) => Number(valueAt(json, path)))
    .find((each) => Number.isInteger(each) && each >= 400 && each < 600)
  return code ?? (saysError(json) ? 400 : status)
}

/** Whether a body without data reports that the request has failed. */
const saysError = ({ success, ok, status, error, errors }: Readonly<Record<string, unknown>>): boolean =>
  success === false ||
  ok === false ||
  ['fail', 'error'].includes(String(status)) ||
  [error, errors].some(isTold)

const isTold = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

export const wasGranted = ({ ask, reply }: Exchange<AskedId>): boolean => isSuccess(operationOf(ask), reply)

/** Whether a request was refused because of its token, with 401 or 403. */
export const wasUnauthorized = (exchange: Exchange<AskedId>): boolean =>
  !wasGranted(exchange) && [401, 403].includes(exchange.reply?.status ?? 0)

/**
 * Whether a response reports success without the whole of its envelope: a list whose `data` is null, a page without
 * `object`, or the status 204 without a body.
 */
export function isHollow({ ask, reply }: Exchange): boolean {
  const { response } = operations[ask.operation]
  if (!reply || reply.status >= 300 || isSuccess(operations[ask.operation], reply)) return false
  const object = response.envelope === 'single' ? response.kind : 'list'
  if (reply.status === 204) return true
  if (!isObject(reply.json)) return false
  const { object: shown, data } = reply.json
  return shown === object || (Array.isArray(data) && isObject(valueAt(reply.json, 'meta.pagination')))
}

/**
 * The reception of a request, for conclusions from a refusal.
 * @throws Unjudged if no application processed the request: the response is missing, or that of a gateway
 */
export function receptionOrThrow({ ask, reply, failure }: Exchange): Reception {
  const reception = receptionOf(ask, reply)
  if (reception === 'refused' && !isApplicationReply(reply))
    throw new Unjudged({
      skip: `the request was not refused, but not answered either: ${inShort(reply, failure)}`,
      remedy:
        'a response of the server itself to each request that it refuses, such as one with the status 401 or 403',
    })
  return reception
}

/** Field names that error bodies use too; they show a resource only inside `attributes` or `data`. */
const commonNames = new Set([
  ...['id', 'uuid', 'name', 'description', 'status', 'user', 'server', 'created_at', 'updated_at'],
  ...['username', 'email', 'language', 'limits', 'target', 'source', 'features'],
])

/** Field names by which an error describes itself, wherever it is. */
const ofErrors = new Set(['name', 'description', 'status', 'created_at', 'updated_at'])

/** Names of objects with messages about fields, by the names of the fields. */
const ofMessages = /err|valid|violation|message|issue|fault|problem|reason/i

/** The depth to which a body is searched for resources. */
const deepestLeak = 6

/** The search in a body. */
interface Sought {
  readonly kind: Kind
  /** The values of the request, which an error may repeat. */
  readonly sent: ReadonlySet<string>
  /** Whether the body is that of an error, in which a text of several words may be a message about a field. */
  readonly isError: boolean
}

function leaks(value: unknown, sought: Sought, place = '', depth = 0): boolean {
  if (depth > deepestLeak || typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((item) => leaks(item, sought, place, depth + 1))
  const { kind, sent, isError } = sought
  const isPlace = place === 'attributes' || place === 'data'
  const isMessage = (field: unknown): boolean =>
    typeof field === 'string' && (ofMessages.test(place) || (isError && /\s/.test(field)))
  const told = Object.entries(fieldsOf(kind, 'top').properties).filter(([name, schema]) => {
    const field = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    const mayCount = (isPlace || !commonNames.has(name)) && fits(field, schema) && !isMessage(field)
    return mayCount && !sent.has(JSON.stringify(field))
  })
  if (told.length > 1 && told.some(([name]) => !ofErrors.has(name))) return true
  return Object.entries(value).some(([name, inner]) => leaks(inner, sought, name, depth + 1))
}

/** Whether a value has the JSON type of a field, and is not empty. */
function fits(value: unknown, schema: TSchema): boolean {
  if (value === undefined || value === null || value === '') return false
  const type = schema['type'] ?? schema['anyOf']?.[0]?.['type']
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

/** Every value in the body of a request, as JSON: a refusal may repeat values of the request. */
function sentTexts({ json, file }: Sent): ReadonlySet<string> {
  const texts = new Set<string>()
  const visit = (value: unknown): void => {
    texts.add(JSON.stringify(value) ?? '')
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner)
  }
  visit(json)
  if (file !== undefined) texts.add(JSON.stringify(file))
  return texts
}

/** The maximum number of characters that are quoted from a response. */
const longestQuote = 300

/** A summary of a response: its status, the target of a redirect, and the message in its body. */
export const inShort = (reply: Reply | undefined, failure?: string): string =>
  reply ? quoteOf(reply) + afterWaiting(reply) : (failure ?? 'no reply')

/** Cached: a long body is searched only once, although many checks quote it. */
const quoteOf = onceFor(({ status, headers, text, json, cutAfter }: Reply): string => {
  const { location } = headers
  const to = location !== undefined && status >= 300 && status < 400 ? ` to ${String(location)}` : ''
  if (text === '') return `${status}${to} with an empty body`
  const said = cut(text.slice(0, longestWhole).replaceAll(/\s+/g, ' ').trim(), longestQuote)
  if (json !== undefined) return `${status}${to} with ${said}`
  if (cutAfter !== undefined)
    return `${status}${to} with ${said} (the body was cut after ${cutAfter.toLocaleString('en')} characters)`
  const looksLikeJson = /^[\s\uFEFF]*[[{]/.test(text) || status < 300
  return `${status}${to} with ${said}${looksLikeJson ? ` (${jsonFault(text)})` : ''}`
})

/** Texts up to this length are searched for secrets as a whole before they are cut. */
const longestWhole = 200_000

/** The beginning of a text, without secrets. */
export function cut(text: string, length = 120): string {
  const isLong = text.length > longestWhole
  const clean = isLong ? beginning(text, length) : hidden(text)
  return isLong || clean.length > length ? `${clean.slice(0, length)}…` : clean
}
