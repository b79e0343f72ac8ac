import type { OperationId } from '../../src/contract/index.ts'
import { fieldOf, isObject, type JsonObject, type Kinds, replace, resources, type Which } from './json.ts'
import {
  bodyOf,
  isGranted,
  type Middleware,
  type Next,
  type ProxyRequest,
  type ProxyResponse,
  withBody,
} from './messages.ts'

/** The operations that a change applies to: one, several, or all; `anything` is a request beyond the document, too. */
type On = OperationId | readonly OperationId[] | 'all' | 'anything'

const isOn = (on: On, { operation }: ProxyRequest): boolean =>
  on === 'anything' ||
  (operation !== undefined && (on === 'all' || on === operation || on.includes(operation)))

/**
 * A middleware that changes the JSON of granted responses, in place or by the value that `change` returns; a string is
 * the text of the response. `times` is the number of the granted response, starting with 1; `next` sends more requests.
 */
export function answered(
  on: On,
  change: (json: JsonObject, request: ProxyRequest, times: number, next: Next) => unknown,
): Middleware {
  let times = 0
  return async (request, next) => {
    const response = await next(request)
    if (!isOn(on, request) || !isGranted(response)) return response
    const { json, ...rest } = response
    if (!isObject(json)) return response
    times += 1
    const changed = (await change(json, request, times, next)) ?? json
    return typeof changed === 'string' ? { ...rest, text: changed } : { ...rest, json: changed }
  }
}

/**
 * A middleware that changes the value at a dotted path of granted responses, such as `attributes.name`, if there is one.
 */
export const changedAt = (on: On, path: string, change: (value: unknown) => unknown): Middleware =>
  answered(on, (json) => replace(json, path, change))

/** A middleware that changes requests. */
export const rewritten =
  (on: On, change: (request: ProxyRequest) => ProxyRequest): Middleware =>
  (request, next) =>
    next(isOn(on, request) ? change(request) : request)

/** A middleware that changes the JSON body of requests, in place or by the value that `change` returns. */
export const asked = (on: On, change: (body: JsonObject) => unknown): Middleware =>
  rewritten(on, (request) => {
    const body = bodyOf(request)
    return withBody(request, change(body) ?? body)
  })

/** A middleware that changes the path and query of requests. */
export const rerouted = (on: On, change: (path: string) => string): Middleware =>
  rewritten(on, (request) => ({ ...request, path: change(request.path) }))

/** A middleware that changes the query of requests. */
export const requeried = (on: On, change: (query: URLSearchParams) => void): Middleware =>
  rerouted(on, (path) => {
    const url = new URL(path, 'http://localhost')
    change(url.searchParams)
    return url.pathname + url.search
  })

/** The query of a request. */
export const queryOf = ({ path }: ProxyRequest): URLSearchParams =>
  new URL(path, 'http://localhost').searchParams

/** The number in a parameter of a query; undefined without the parameter. */
export function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  return text === null ? undefined : Number(text)
}

/** Whether the path of a request names a server by its UUID. */
export const isByUuid = ({ path }: ProxyRequest): boolean => /servers\/[0-9a-fA-F]{8}-/.test(path)

/**
 * A middleware that responds to some operations itself; it can also pass their requests on. `times` is the number of the
 * request, starting with 1.
 */
export function instead(
  on: On,
  response: (request: ProxyRequest, next: Next, times: number) => Promise<ProxyResponse>,
): Middleware {
  let times = 0
  return (request, next) => {
    if (!isOn(on, request)) return next(request)
    times += 1
    return response(request, next, times)
  }
}

/** A middleware that sends more requests to the server after each granted request of some operations. */
export const alsoSent = (on: On, more: (request: ProxyRequest) => readonly ProxyRequest[]): Middleware =>
  instead(on, async (request, next) => {
    const response = await next(request)
    if (isGranted(response)) for (const each of more(request)) await next(each)
    return response
  })

/** A function that counts the requests of each path, starting with 1. */
export function timesOf(): (request: ProxyRequest) => number {
  const times = new Map<string, number>()
  return ({ path }) => {
    const now = (times.get(path) ?? 0) + 1
    times.set(path, now)
    return now
  }
}

/** A middleware that refuses those requests of some operations that meet a condition, by a status or a response. */
export const refusedWhen = (
  on: On,
  fits: (request: ProxyRequest, times: number) => boolean,
  refused: number | ProxyResponse = 422,
): Middleware =>
  instead(on, async (request, next, times) => {
    if (!fits(request, times)) return next(request)
    return typeof refused === 'number' ? refusal(refused) : refused
  })

/** A middleware that changes every resource of a kind in granted responses, in place. */
export const everyResource = (
  kinds: Kinds,
  change: (attributes: JsonObject, envelope: JsonObject) => void,
  { on = 'all', ...which }: Which & { on?: On } = {},
): Middleware => answered(on, resources(kinds, change, which))

/** A middleware that changes a field of every resource of a kind in granted responses. */
export const everyField = (
  kinds: Kinds,
  path: string,
  change: (value: unknown, attributes: JsonObject) => unknown,
  { on = 'all', ...which }: Which & { on?: On } = {},
): Middleware => answered(on, fieldOf(kinds, path, change, which))

/** A refusal with a common error body. */
export const refusal = (status = 403): ProxyResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  json: { errors: [{ code: 'Refused', status: String(status), detail: 'No.' }] },
})
