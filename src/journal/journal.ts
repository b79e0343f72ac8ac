import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { LoggedRequest, Message, RequestCriteria, RowChange } from '../sandboxes/model.ts'
import type { Change } from '../store/world.ts'
import { isSubset } from '../util/objects.ts'
import { wildcard } from '../util/wildcard.ts'
import type { Entry, JournalResponse } from './entry.ts'
import { redactHeaders, redactJson, redactText } from './redact.ts'
import { type Kept, Ring } from './ring.ts'
import { weigh, weighRow } from './weigh.ts'

/** How many requests are remembered of each world. */
const capacity = 1_000

/** Characters of a body that are remembered; of a longer one it is only known how long it was. */
const longestBody = 16_384

/** Characters that a journal may take; beyond, the oldest requests go before there are too many of them. */
const longest = 16_000_000

/** The latest requests to one world, and which rows each of them changed. */
export class Journal {
  readonly #grew: (characters: number) => void
  readonly #kept = new Ring(capacity)
  #weight = 0
  #lastId = 0

  /** @param grew receives how many characters each request added */
  constructor(grew: (characters: number) => void = () => {}) {
    this.#grew = grew
  }

  /** Characters that the journal takes. */
  get weight(): number {
    return this.#weight
  }

  get size(): number {
    return this.#kept.size
  }

  /** The id of the latest entry; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  /** @returns what puts the entry into words */
  add(entry: Entry): () => LoggedRequest {
    this.#lastId += 1
    const id = this.#lastId
    const body = remembered(entry.body)
    const short = shortened(entry, body.shown)
    const weight = Math.min(longest, body.weight + weightOf(short))
    this.#grow(weight, this.#kept.add(id, weight, short))
    return () => loggedRequest(id, short)
  }

  /**
   * Adds a browser's repeat of a request to the entry of that request.
   * @returns what puts the entry into words; undefined if the entry is gone
   */
  addRepeat(id: number, changes: Entry['changes']): (() => LoggedRequest) | undefined {
    const weight = changes.reduce(withChange, 0)
    const repeated = this.#kept.repeat(id, weight, changes)
    if (repeated === undefined) return undefined
    this.#grow(weight, 0)
    return () => loggedRequest(id, repeated)
  }

  #grow(weight: number, freed: number): void {
    this.#weight += weight - freed
    while (this.#weight > longest && this.#kept.size > 1) this.#weight -= this.#kept.drop()
    this.#grew(weight)
  }

  /**
   * Oldest first.
   * @throws BodyForgotten where a body decides that is not remembered
   */
  list(criteria: RequestCriteria = {}): LoggedRequest[] {
    return this.#kept
      .list()
      .filter(meeting(criteria))
      .map((kept) => loggedRequest(kept.id, kept))
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
  }
}

/** A search that cannot be answered, as it is for a body that is not remembered; the message says of which request. */
export class BodyForgotten extends Error {
  override readonly name = 'BodyForgotten'
}

/** In the place of a body that is not remembered: a sentence about it. */
class Forgotten {
  readonly says: string

  constructor(says: string) {
    this.says = says
  }
}

const tooLong = (length: number): string => `(${length} characters, which is more than the log remembers)`

/** An entry whose bodies can be remembered: nearly always the very one. */
function shortened(entry: Entry, body: unknown): Entry {
  const { response } = entry
  const isLong = response.length > longestBody
  if (body === entry.body && !isLong) return entry
  return { ...entry, body, response: isLong ? inWords(response) : response }
}

/** A response with a sentence about its length in the place of its body. */
function inWords(response: JournalResponse): JournalResponse {
  const body = tooLong(response.length)
  return { ...response, body, length: body.length }
}

const noBody = { shown: undefined, weight: 0 }

/** The body of a request, unless it is too long or too deep, and what that takes. */
function remembered(sent: unknown): { readonly shown: unknown; readonly weight: number } {
  if (sent === undefined) return noBody
  const body = sent instanceof Map ? Object.fromEntries(sent) : sent
  const weight = weigh(body)
  if (weight <= longestBody) return { shown: body, weight }
  const isDeep = weight === Number.POSITIVE_INFINITY
  const says = isDeep ? '(nested more deeply than the log remembers)' : tooLong(JSON.stringify(body).length)
  return { shown: new Forgotten(says), weight: weigh(says) }
}

/** What an entry takes beside what is weighed: itself, and the headers of an answer, which are ours. */
const ownWeight = 1_000

/** Only what somebody else could make heavy is weighed. */
const weightOf = ({ path, headers, response, changes }: Entry): number =>
  ownWeight + path.length + response.length + weigh(headers) + changes.reduce(withChange, 0)

const withChange = (sum: number, { table, before, after }: Change): number =>
  sum + table.length + (before ? weighRow(before) : 0) + (after ? weighRow(after) : 0)

function meeting(criteria: RequestCriteria): (kept: Kept) => boolean {
  const { operation, method, path, status, body, since } = criteria
  const isPath = path === undefined ? () => true : wildcard(path)
  return (kept) =>
    (operation === undefined || kept.response.operation === operation) &&
    (method === undefined || kept.method === method.toUpperCase()) &&
    isPath(kept.path.split('?')[0] ?? '') &&
    (status === undefined || kept.response.status === status) &&
    (since === undefined || kept.id > since) &&
    (body === undefined || hasBody(kept, body))
}

function hasBody({ id, body }: Kept, part: unknown): boolean {
  if (!(body instanceof Forgotten)) return isSubset(part, body ?? null)
  throw new BodyForgotten(
    `The log does not remember the body of request ${id} ${body.says}, so it cannot tell whether that has what you look for; leave that request out by another criterion, such as since.`,
  )
}

function loggedRequest(id: number, kept: Entry): LoggedRequest {
  const { response } = kept
  return {
    id,
    at: new Date(kept.at).toISOString(),
    method: kept.method,
    path: redactText(kept.path),
    operation: response.operation,
    status: response.status,
    duration: Math.round(kept.duration * 10) / 10,
    bearer: response.bearer,
    request: message(kept.headers, kept.body instanceof Forgotten ? kept.body.says : (kept.body ?? null)),
    response: message(response.headers, parsed(response.body)),
    assumed: [...response.assumed],
    fault: kept.fault,
    repeats: kept.repeats,
    // Rows stay in the world, and the journal may be read by a test that edits what it reads.
    changes: structuredClone(kept.changes.map(rowChange)),
  }
}

const message = (headers: IncomingHttpHeaders | OutgoingHttpHeaders, body: unknown): Message => ({
  headers: redactHeaders(headers),
  body: redactJson(body),
})

function parsed(body: string | object = ''): unknown {
  if (typeof body === 'object') return body
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const rowChange = ({ table, before, after }: Change): RowChange => ({
  table,
  // One of them is there: a change is of something.
  id: (after ?? before)?.id as number,
  before: (before ?? null) as RowChange['before'],
  after: (after ?? null) as RowChange['after'],
})
