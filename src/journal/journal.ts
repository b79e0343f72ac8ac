import { ControlError } from '../contract/checking/errors-in.ts'
import { parsed } from '../contract/objects.ts'
import { wildcard } from '../contract/wildcard.ts'
import type { Change } from '../store/world.ts'
import { tooDeep, tooLong } from '../util/lost-body.ts'
import { isSubset } from '../util/objects.ts'
import { weigh, weightOf as weightOfRow } from '../util/weigh.ts'
import type { Entry, Trace } from './entry.ts'
import { Redaction } from './redact.ts'
import type { LoggedRequest, Message, RequestCriteria, RowChange } from './schemas.ts'

/** Maximum number of requests in the journal of a world. */
const capacity = 1_000

/** Maximum characters of a remembered body; of a longer body, only the length is remembered. */
const longestBody = 16_384

/** Maximum characters of a journal; above it, the oldest requests are dropped even below `capacity`. */
const longest = 16_000_000

/** Numbers requests from 1 on. */
export function numbering(): () => number {
  let last = 0
  return () => {
    last += 1
    return last
  }
}

/** The latest requests to one world, with the rows that each request changed. */
export class Journal {
  readonly #redaction: () => Redaction
  readonly #nextId: () => number
  #kept: Entry[] = []
  #weight = 0

  /** @param nextId returns the id of the next entry */
  constructor(redaction = () => new Redaction(), nextId = numbering()) {
    this.#redaction = redaction
    this.#nextId = nextId
  }

  /** Characters that the journal takes. */
  get weight(): number {
    return this.#weight
  }

  get size(): number {
    return this.#kept.length
  }

  /**
   * Takes over an entry.
   * @returns a function that formats the entry
   */
  add(entry: Trace): () => LoggedRequest {
    entry.id = this.#nextId()
    if (entry.responseLength > longestBody) {
      entry.responseBody = tooLong(`${entry.responseLength} characters`)
      entry.responseLength = entry.responseBody.length
    }
    const body = remembered(entry.body)
    entry.body = body.shown
    entry.weight = Math.min(longest, body.weight + weightOf(entry))
    this.#kept.push(entry)
    if (this.#kept.length > capacity) this.#drop()
    this.#add(entry.weight)
    return () => loggedRequest(entry, this.#redaction())
  }

  /**
   * Adds a browser's repeat of a request to the entry of that request.
   * @returns a function that formats the entry; undefined if the entry was dropped or has another body
   */
  addRepeat(
    id: number,
    { body, changes }: Pick<Entry, 'body' | 'changes'>,
  ): (() => LoggedRequest) | undefined {
    const at = this.#kept.findIndex((each) => each.id === id)
    const entry = this.#kept[at]
    const isSame = JSON.stringify(entry?.body) === JSON.stringify(remembered(body).shown)
    if (entry === undefined || !isSame) return undefined
    const added = changes.reduce(withChange, 0)
    const repeated: Entry = {
      ...entry,
      repeats: entry.repeats + 1,
      changes: [...entry.changes, ...changes],
      weight: entry.weight + added,
    }
    this.#kept[at] = repeated
    this.#add(added)
    return () => loggedRequest(repeated, this.#redaction())
  }

  #add(weight: number): void {
    this.#weight += weight
    while (this.#weight > longest && this.#kept.length > 1) this.#drop()
  }

  #drop(): void {
    this.#weight -= this.#kept.shift()?.weight ?? 0
  }

  /**
   * The requests that meet the criteria, oldest first.
   * @throws ControlError if the criteria need a body that was not kept
   */
  list(criteria: RequestCriteria = {}): LoggedRequest[] {
    const redaction = this.#redaction()
    return this.#kept.filter(meeting(criteria)).map((entry) => loggedRequest(entry, redaction))
  }

  clear(): void {
    this.#kept = []
    this.#weight = 0
  }
}

/** Replaces a body that was not kept by a sentence with the reason. */
export class Forgotten {
  readonly says: string

  constructor(says: string) {
    this.says = says
  }
}

const noBody = { shown: undefined, weight: 0 }

/** The body to remember and its weight; a body that is too long or too deep is replaced. */
function remembered(sent: unknown): { readonly shown: unknown; readonly weight: number } {
  if (sent === undefined) return noBody
  if (sent instanceof Forgotten) return { shown: sent, weight: weigh(sent.says) }
  const body = sent instanceof Map ? Object.fromEntries(sent) : sent
  const weight = weigh(body)
  if (weight <= longestBody) return { shown: body, weight }
  const isDeep = weight === Number.POSITIVE_INFINITY
  const says = isDeep ? tooDeep : tooLong(`${JSON.stringify(body).length} characters`)
  return { shown: new Forgotten(says), weight: weigh(says) }
}

/** Characters of the parts of an entry that are not weighed, such as the headers of the response. */
const ownWeight = 1_000

/** The weight of an entry without the request body; only parts that a client can make large are weighed. */
const weightOf = ({ path, headers, responseLength, changes }: Entry): number =>
  ownWeight + path.length + responseLength + weigh(headers) + changes.reduce(withChange, 0)

const withChange = (sum: number, { table, before, after }: Change): number =>
  sum + table.length + weightOfRow(before) + weightOfRow(after)

const withoutQuery = (path: string): string => path.split('?')[0] ?? ''

function meeting(criteria: RequestCriteria): (entry: Entry) => boolean {
  const { operation, method, path, status, body, since } = criteria
  const isPath = path === undefined ? () => true : wildcard(path)
  // A query counts only where the criterion has one.
  const pathOf = path?.includes('?') ? (sent: string) => sent : withoutQuery
  // A part that is longer than every remembered body is in none; comparing it with each would take seconds.
  const isTooLong = body !== undefined && weigh(body) > longestBody
  return (entry) =>
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    isPath(pathOf(entry.path)) &&
    (status === undefined || entry.status === status) &&
    (since === undefined || entry.id > since) &&
    (body === undefined || (!isForgotten(entry) && !isTooLong && isSubset(body, entry.body ?? null)))
}

/** @returns false @throws ControlError for a request whose body is not remembered */
function isForgotten({ id, body }: Entry): false {
  if (!(body instanceof Forgotten)) return false
  throw new ControlError(
    409,
    `The log does not have the body of request ${id} ${body.says}, so it cannot tell whether that has what you look for; leave that request out by another criterion, such as since.`,
  )
}

function loggedRequest(entry: Entry, redaction: Redaction): LoggedRequest {
  const { at, headers, body, responseHeaders, responseBody, responseLength, weight, ...same } = entry
  const message = (headers: object, body: unknown): Message => ({
    headers: redaction.headers(headers),
    body: redaction.json(body),
  })
  return {
    ...same,
    at: new Date(at).toISOString(),
    path: redaction.url(entry.path),
    duration: Math.round(entry.duration * 10) / 10,
    request: message(headers, body instanceof Forgotten ? body.says : (body ?? null)),
    response: message(
      responseHeaders,
      responseBody === ''
        ? null
        : valueIn(typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody)),
    ),
    assumed: [...entry.assumed],
    // A copy, since the rows belong to the world, and a test may edit the entries that it reads.
    changes: redaction.data(entry.changes.map(rowChange)) as RowChange[],
  }
}

/** The value of a JSON text, or the text. */
export function valueIn(text: string): unknown {
  const value = parsed(text)
  return value === undefined ? text : value
}

const rowChange = ({ table, before, after }: Change): RowChange => ({
  table,
  // A change has at least one of `before` and `after`.
  id: (after ?? before)?.id as number,
  before: (before ?? null) as RowChange['before'],
  after: (after ?? null) as RowChange['after'],
})
