import { type OperationId, parsed } from '../../src/contract/index.ts'
import type { Credential, TokenName } from '../client/credentials.ts'
import type { Target } from '../target/target.ts'
import { isObject, type JsonObject } from './json.ts'

/** A request from the kit, as a middleware receives it. */
export interface ProxyRequest {
  /** Undefined for a request that belongs to no operation of the document. */
  readonly operation: OperationId | undefined
  readonly method: string
  /** Path with its query, below the base URL. */
  readonly path: string
  /** The credential of the request, according to the tokens of the target. */
  readonly credential: Credential
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, including an uploaded file. */
  readonly text: string
  readonly target: Target
}

/** A response, as a middleware returns it. */
export interface ProxyResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** The body as JSON; if undefined, `text` is sent. */
  readonly json?: unknown
  readonly text?: string
}

export type Next = (request: ProxyRequest) => Promise<ProxyResponse>

/** A function between the kit and a server: it can change requests and responses, or respond itself. */
export type Middleware = (request: ProxyRequest, next: Next) => Promise<ProxyResponse>

/** Makes a middleware for each server, so that servers do not share its state. */
export type MakeMiddleware = () => Middleware

/** The JSON body of a request; an empty object if it has none. */
export function bodyOf({ text }: ProxyRequest): JsonObject {
  const body = parsed(text)
  return isObject(body) ? body : {}
}

/** A request with another body. */
export const withBody = (request: ProxyRequest, body: unknown): ProxyRequest => ({
  ...request,
  text: JSON.stringify(body),
})

/** The request with some fields of its body alone, or as it is; none if the body has none of the fields. */
export function withOnly(request: ProxyRequest, fields?: readonly string[]): readonly ProxyRequest[] {
  if (!fields) return [request]
  const some = Object.entries(bodyOf(request)).filter(([name]) => fields.includes(name))
  return some.length > 0 ? [withBody(request, Object.fromEntries(some))] : []
}

/** A request with another credential. */
export function asBy(request: ProxyRequest, credential: TokenName): ProxyRequest {
  return {
    ...request,
    credential,
    headers: { ...request.headers, authorization: `Bearer ${request.target.tokens[credential] ?? ''}` },
  }
}

/** Whether a response reports success: an object as its body, or the status 204. */
export const isGranted = ({ status, json }: ProxyResponse): boolean =>
  status < 300 && (isObject(json) || status === 204)
