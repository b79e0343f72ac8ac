import { companions, type Operation, operations } from '../../src/contract/index.ts'
import type { AskedId, Exchange, Reply } from '../client/client.ts'
import { type KindName, kinds } from './kinds.ts'

/** How a request was met, whatever its status: section 5 gives neither statuses nor bodies. */
export type Reception = 'granted' | 'leaky' | 'refused'

type Bag = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Granted: the success envelope of the operation came back. Leaky: it did not, but what came
 * carries attributes or data all the same, or a record in any other form. Refused: anything else.
 */
export function receptionOf(operation: AskedId, reply: Reply | undefined): Reception {
  const body = reply?.json
  const asked: Operation = { ...operations, ...companions }[operation]
  if (asked.answer.envelope === 'none') return reply && reply.status < 300 ? 'granted' : 'refused'
  const { kind, envelope } = asked.answer
  if (isObject(body)) {
    if (envelope === 'single') {
      if (body['object'] === kind && isObject(body['attributes'])) return 'granted'
    } else if (body['object'] === 'list' && Array.isArray(body['data'])) return 'granted'
    if (carriesData(body, kind as KindName)) return 'leaky'
  }
  return holdsRecord(body, asked) ? 'leaky' : 'refused'
}

export const wasGranted = ({ ask, reply }: Exchange): boolean =>
  receptionOf(ask.operation, reply) === 'granted'

/** Whether attributes or data hold fields of the resource: what else stands there is an error body, which is a gap. */
function carriesData({ attributes, data }: Bag, kind: KindName): boolean {
  const parts = [attributes, data, isObject(data) ? Object.values(data) : []]
    .flat()
    .flatMap((part) => (isObject(part) ? [part, part['attributes']] : []))
  const names = Object.keys(kinds[kind].fields.properties)
  return parts.some((part) => isObject(part) && names.filter((name) => Object.hasOwn(part, name)).length > 1)
}

/** How deep in a body a record is looked for. */
const deepest = 4

/**
 * Whether a record stands anywhere in a body, however it is wrapped: half of the fields of its kind together. Where
 * a request sends fields, one is among them that it does not send, as a refusal may tell back what it was sent.
 */
function holdsRecord(value: unknown, asked: Operation, depth = 0): boolean {
  if (depth > deepest || asked.answer.envelope === 'none') return false
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  const names = Object.keys(kinds[asked.answer.kind as KindName].fields.properties)
  const there = isObject(value) ? names.filter((name) => Object.hasOwn(value, name)) : []
  const isOurs = asked.body === 'none' || there.includes('id')
  return (
    (isOurs && 2 * there.length >= names.length) || inner.some((part) => holdsRecord(part, asked, depth + 1))
  )
}

/** What an answer is, in a few words, for people who only see the report. */
export function inShort(reply: Reply | undefined, failure?: string): string {
  if (!reply) return failure ?? 'no answer'
  const { status, text, json } = reply
  if (isObject(json)) {
    const object =
      typeof json['object'] === 'string'
        ? `object "${json['object']}"`
        : `keys ${Object.keys(json).slice(0, 5).join(', ') || 'none'}`
    return `${status} with JSON, ${object}`
  }
  if (json !== undefined) return `${status} with JSON ${cut(text)}`
  return text === '' ? `${status} with an empty body` : `${status} with ${cut(text)}`
}

export const cut = (text: string, length = 120): string =>
  text.length > length ? `${text.slice(0, length)}…` : text
