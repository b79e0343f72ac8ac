import type { OperationId } from '../../src/contract/index.ts'
import type { Credential, TokenName } from '../client/credentials.ts'
import type { Target } from '../target/target.ts'

/** A request on its way from the kit to the server behind the proxy. */
export interface ProxyRequest {
  /** Undefined for a request that is for no operation of the document. */
  readonly operation: OperationId | undefined
  readonly method: string
  /** Path with its query, below the base URL. */
  readonly path: string
  /** Who sent it, as the tokens of the target tell. */
  readonly credential: Credential
  readonly headers: Readonly<Record<string, string>>
  /** The body as text; an uploaded file is in it. */
  readonly text: string
  readonly target: Target
}

/** An response on its way back. */
export interface ProxyResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What is sent as JSON; `text` is sent where there is none. */
  readonly json?: unknown
  readonly text: string
}

export type Next = (request: ProxyRequest) => Promise<ProxyResponse>

/** What stands between the kit and a server: it may change what is asked, what is answered, or response itself. */
export type Middleware = (request: ProxyRequest, next: Next) => Promise<ProxyResponse>

/** Makes a middleware anew for every server, so that what one remembers no other knows. */
export type MakeMiddleware = () => Middleware

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON body of a request; empty where it has none. */
export function bodyOf({ text }: ProxyRequest): JsonObject {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

/** The same request with another body. */
export const withBody = (request: ProxyRequest, body: unknown): ProxyRequest => ({
  ...request,
  text: JSON.stringify(body),
})

/** The same request as somebody else would send it. */
export function asBy(request: ProxyRequest, credential: TokenName): ProxyRequest {
  return {
    ...request,
    credential,
    headers: { ...request.headers, authorization: `Bearer ${request.target.tokens[credential] ?? ''}` },
  }
}

/** Whether the server did what was requested: a success with an object, or without a body. */
export const isGranted = ({ status, json }: ProxyResponse): boolean =>
  status < 300 && (isObject(json) || status === 204)
