import { companions, operations } from '../src/contract/index.ts'
import type { AskedId, Exchange, Reply } from './client.ts'
import { type KindName, kinds } from './kinds.ts'

/** How a request was met, whatever its status: section 5 gives neither statuses nor bodies. */
export type Reception = 'granted' | 'leaky' | 'refused'

type Bag = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Granted: the success envelope of the operation came back. Leaky: it did not,
 * but what came carries attributes or data all the same. Refused: anything else.
 */
export function receptionOf(operation: AskedId, reply: Reply | undefined): Reception {
  const body = reply?.json
  if (!isObject(body)) return 'refused'
  const { kind, envelope } = { ...operations, ...companions }[operation].answer
  if (envelope === 'single') {
    if (body['object'] === kind && isObject(body['attributes'])) return 'granted'
  } else if (body['object'] === 'list' && Array.isArray(body['data'])) return 'granted'
  return carriesData(body, kind as KindName) ? 'leaky' : 'refused'
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
