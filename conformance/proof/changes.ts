import type { OperationId } from '../../src/contract/index.ts'
import type { KindName } from '../judge/kinds.ts'
import {
  type Answer,
  type Ask,
  type Bag,
  bodyOf,
  isBag,
  isGranted,
  type Layer,
  withBody,
} from './exchange.ts'

/** Operations that a change is for: one, some, or all of them. */
type On = OperationId | readonly OperationId[] | 'all'

const isOn = (on: On, { operation }: Ask): boolean =>
  operation !== undefined && (on === 'all' || on === operation || on.includes(operation))

/** Changes the JSON of granted answers, in place or by what it returns. */
export const answered =
  (on: On, change: (json: Bag, ask: Ask) => unknown): Layer =>
  async (ask, next) => {
    const answer = await next(ask)
    if (!isOn(on, ask) || !isGranted(answer)) return answer
    // What is granted is an object.
    const json = answer.json as Bag
    return { ...answer, json: change(json, ask) ?? json }
  }

/** Changes the JSON body of requests, in place or by what it returns. */
export const asked =
  (on: On, change: (body: Bag) => Bag | undefined): Layer =>
  (ask, next) => {
    if (!isOn(on, ask)) return next(ask)
    const body = bodyOf(ask)
    return next(withBody(ask, change(body) ?? body))
  }

/** Changes the path and query of requests. */
export const rerouted =
  (on: On, change: (path: string) => string): Layer =>
  (ask, next) =>
    next(isOn(on, ask) ? { ...ask, path: change(ask.path) } : ask)

/** Changes the query of requests. */
export const requeried = (on: On, change: (query: URLSearchParams) => void): Layer =>
  rerouted(on, (path) => {
    const url = new URL(path, 'http://localhost')
    change(url.searchParams)
    return url.pathname + url.search
  })

/** The query of a request. */
export const queryOf = ({ path }: Ask): URLSearchParams => new URL(path, 'http://localhost').searchParams

/** Whether a server is named by its UUID. */
export const isByUuid = ({ path }: Ask): boolean => /servers\/[0-9a-fA-F]{8}-/.test(path)

/** Grants what is asked, and answers as it was answered the time before. */
export const oneBehind = (on: OperationId): Layer => {
  let before: unknown
  return answered(on, (json) => {
    const answer = before ?? json
    before = json
    return answer
  })
}

/** Answers some operations itself, or lets them through. */
export const instead =
  (on: On, answer: (ask: Ask, next: (ask: Ask) => Promise<Answer>) => Promise<Answer>): Layer =>
  (ask, next) =>
    isOn(on, ask) ? answer(ask, next) : next(ask)

/** Counts how often each path was asked for, from one. */
export function timesOf(): (ask: Ask) => number {
  const times = new Map<string, number>()
  return ({ path }) => {
    const now = (times.get(path) ?? 0) + 1
    times.set(path, now)
    return now
  }
}

/** Refuses the requests of some operations that fit a description, and no other. */
export const refusedWhen = (on: On, fits: (ask: Ask, times: number) => boolean, status = 422): Layer => {
  let times = 0
  return instead(on, async (ask, next) => {
    times += 1
    return fits(ask, times) ? refusal(status) : next(ask)
  })
}

/** Where a resource stands in an answer. */
type Place = 'top' | 'nested' | 'anywhere'

/** Changes every resource of a kind in granted answers, in place. */
export const everyResource = (
  kind: KindName | 'any',
  change: (attributes: Bag, envelope: Bag) => void,
  { place = 'anywhere', on = 'all' }: { place?: Place; on?: On } = {},
): Layer =>
  answered(on, (json) => {
    for (const { envelope, isTop } of envelopesIn(json)) {
      const fits = kind === 'any' || envelope['object'] === kind
      if (fits && (place === 'anywhere' || (place === 'top') === isTop)) {
        change(envelope['attributes'] as Bag, envelope)
      }
    }
  })

interface Placed {
  readonly envelope: Bag
  readonly isTop: boolean
}

/** Every envelope of a single resource, nested ones included. */
function envelopesIn(json: Bag): Placed[] {
  const items = Array.isArray(json['data']) ? json['data'] : [json]
  return items.flatMap((item) => below(item, true))
}

function below(value: unknown, isTop: boolean): Placed[] {
  if (Array.isArray(value)) return value.flatMap((item) => below(item, false))
  if (!isBag(value)) return []
  const inner = Object.values(value).flatMap((each) => below(each, false))
  return isBag(value['attributes']) ? [{ envelope: value, isTop }, ...inner] : inner
}

/** Puts something else in the place of a field, by its dotted path; a field that is not there stays away. */
export function replace(bag: Bag, path: string, change: (value: unknown) => unknown): void {
  const found = holderOf(bag, path)
  if (found && Object.hasOwn(found.holder, found.name)) {
    found.holder[found.name] = change(found.holder[found.name])
  }
}

export function remove(bag: Bag, path: string): void {
  const found = holderOf(bag, path)
  if (found) delete found.holder[found.name]
}

function holderOf(bag: Bag, path: string): { holder: Bag; name: string } | undefined {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const holder = names.reduce<unknown>((at, key) => (isBag(at) ? at[key] : undefined), bag)
  return isBag(holder) ? { holder, name } : undefined
}

/** `meta.pagination` of an answer. */
export const pagesOf = (json: Bag): Bag => {
  const meta = json['meta']
  const pagination = isBag(meta) ? meta['pagination'] : undefined
  return isBag(pagination) ? pagination : {}
}

export const attributesOf = (json: unknown): Bag =>
  isBag(json) && isBag(json['attributes']) ? json['attributes'] : {}

export const dataOf = (json: Bag): unknown[] => (Array.isArray(json['data']) ? json['data'] : [])

export const relationshipsOf = (attributes: Bag): Bag =>
  isBag(attributes['relationships']) ? attributes['relationships'] : {}

/** A refusal as many write it. */
export const refusal = (status = 403): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  json: { errors: [{ code: 'Refused', status: String(status), detail: 'No.' }] },
  text: '',
})
