import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { isSubset } from './is-subset.ts'
import type { LoggedRequest, Message, RequestCriteria, RowChange } from './model.ts'
import type { Change } from './store/world.ts'

/** How many requests are remembered of each world. */
const capacity = 1_000

/** Characters of a body that are remembered; of a longer one it is only known how long it was. */
const longestBody = 16_384

/** A request as it was answered: nothing is copied or put into words before somebody asks for it. */
export interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly operation: string | null
  readonly status: number | null
  readonly duration: number
  readonly bearer: string | null
  readonly requestHeaders: IncomingHttpHeaders
  /** JSON, or a map from the names of parts to their texts; undefined where there was none. */
  readonly requestBody: unknown
  readonly responseHeaders: OutgoingHttpHeaders
  readonly responseBody: string
  readonly assumed: readonly string[]
  readonly fault: string | null
  readonly changes: readonly Change[]
}

interface Kept extends Entry {
  readonly id: number
  /** Characters that it takes to remember it, more or less. */
  readonly weight: number
}

/** The latest requests to one world, and which rows each of them changed. */
export class Journal {
  readonly #weighed: (difference: number) => void
  #kept: Kept[] = []
  #lastId = 0

  /** @param weighed hears how many characters more, or fewer, are remembered */
  constructor(weighed: (difference: number) => void = () => {}) {
    this.#weighed = weighed
  }

  get size(): number {
    return this.#kept.length
  }

  /** @returns what puts the entry into words */
  add(entry: Entry): () => LoggedRequest {
    this.#lastId += 1
    const requestBody = remembered(entry)
    const responseBody =
      entry.responseBody.length > longestBody ? tooLong(entry.responseBody.length) : entry.responseBody
    const weight = 1_000 + entry.path.length + responseBody.length + requestBody.weight
    const kept = { ...entry, id: this.#lastId, requestBody: requestBody.body, responseBody, weight }
    this.#kept.push(kept)
    this.#weighed(weight)
    // Dropping the oldest of a full list one by one would move all the others each time.
    if (this.#kept.length >= capacity + 100) this.#drop(this.#kept.length - capacity)
    return () => told(kept)
  }

  /** Oldest first. */
  list(criteria: RequestCriteria = {}): LoggedRequest[] {
    return this.#latest()
      .filter((kept) => meets(kept, criteria))
      .map(told)
  }

  count(criteria: RequestCriteria): number {
    return this.#latest().filter((kept) => meets(kept, criteria)).length
  }

  clear(): void {
    this.#drop(this.#kept.length)
  }

  #latest(): readonly Kept[] {
    return this.#kept.slice(-capacity)
  }

  #drop(count: number): void {
    const dropped = this.#kept.splice(0, count)
    this.#weighed(-dropped.reduce((sum, { weight }) => sum + weight, 0))
  }
}

const tooLong = (length: number): string => `(${length} characters, which is more than the log remembers)`

/** The body of a request, unless it is too long: what was announced, or what it comes to. */
function remembered({ requestBody, requestHeaders }: Entry): { body: unknown; weight: number } {
  if (requestBody === undefined) return { body: undefined, weight: 0 }
  const body = requestBody instanceof Map ? Object.fromEntries(requestBody) : requestBody
  const announced = Number(requestHeaders['content-length'])
  const weight = Number.isInteger(announced) ? announced : JSON.stringify(body).length
  return weight > longestBody ? { body: tooLong(weight), weight: 100 } : { body, weight }
}

function meets(kept: Kept, { operation, method, path, status, body, since }: RequestCriteria): boolean {
  return (
    (operation === undefined || kept.operation === operation) &&
    (method === undefined || kept.method === method.toUpperCase()) &&
    (path === undefined || pattern(path).test(kept.path.split('?')[0] ?? '')) &&
    (status === undefined || kept.status === status) &&
    (since === undefined || kept.id > since) &&
    (body === undefined || isSubset(body, kept.requestBody))
  )
}

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split('*')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

function told(kept: Kept): LoggedRequest {
  return {
    id: kept.id,
    at: new Date(kept.at).toISOString(),
    method: kept.method,
    path: kept.path.replaceAll(/\bpt[a-z]{2}_\w+/g, blackened),
    operation: kept.operation,
    status: kept.status,
    duration: Math.round(kept.duration * 10) / 10,
    bearer: kept.bearer,
    request: message(kept.requestHeaders, kept.requestBody ?? null),
    response: message(kept.responseHeaders, parsed(kept.responseBody)),
    assumed: kept.assumed,
    fault: kept.fault,
    changes: kept.changes.map(rowChange),
  }
}

const blackened = '[redacted]'

/** Headers that carry secrets, by name. */
const secret = /^(?:authorization|cookie|set-cookie|x-nestbox-control|proxy-authorization)$/i

const message = (headers: IncomingHttpHeaders | OutgoingHttpHeaders, body: unknown): Message => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      secret.test(name) ? blackened : String(value),
    ]),
  ),
  body: withoutPasswords(body),
})

const withoutPasswords = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'password')
    ? { ...body, password: blackened }
    : body

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const rowChange = ({ table, before, after }: Change): RowChange => ({
  table,
  // One of them is there: a change is of something.
  id: (after ?? before)?.id as number,
  before: (before ?? null) as RowChange['before'],
  after: (after ?? null) as RowChange['after'],
})
