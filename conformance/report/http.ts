import type { Ask, AskedId, Exchange } from '../client/client.ts'
import { authorizationInShell, tokenVariables } from '../client/credentials.ts'
import { jsonWithToken, tokenHeaders } from '../client/token-carriers.ts'

export interface Header {
  readonly name: string
  readonly value: string
}

/** The headers of a request as far as the kit chose them, with a name in the place of the token. */
export function requestHeaders(ask: Ask<AskedId>): Header[] {
  const { credential, token, json, file } = ask
  const authorization = authorizationInShell(credential, token)
  const type =
    json !== undefined ? 'application/json' : file !== undefined ? 'multipart/form-data' : undefined
  return [
    { name: 'Accept', value: 'application/json' },
    ...(authorization === undefined ? [] : [{ name: 'Authorization', value: authorization }]),
    ...tokenHeaders(ask, variableOf(ask)).map(([name, value]) => ({ name, value })),
    ...(type === undefined ? [] : [{ name: 'Content-Type', value: type }]),
  ]
}

const variableOf = ({ token }: Ask<AskedId>): string => `$${tokenVariables[token]}`

/** The JSON body of a request, with a name in the place of the token. */
export const requestJson = (ask: Ask<AskedId>): unknown => jsonWithToken(ask, variableOf(ask))

export const replyHeaders = ({ reply }: Pick<Exchange, 'reply'>): Header[] =>
  Object.entries(reply?.headers ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => ({ name, value: each })),
  )

/** A request as it would stand on the wire, its body laid out for reading. */
export function requestText({ ask }: Exchange): string {
  const { method, path, file } = ask
  const json = requestJson(ask)
  const body = json === undefined ? file : JSON.stringify(json, undefined, 2)
  return message(`${method} ${path}`, requestHeaders(ask), body)
}

/** The head of a reply in the same way, and a blank line; undefined where there was none. */
export function replyHead(exchange: Pick<Exchange, 'reply'>): string | undefined {
  const { reply } = exchange
  return reply && `${message(`HTTP ${reply.status}`, replyHeaders(exchange))}\n\n`
}

/** The body of a reply. */
export function replyBody({ reply }: Pick<Exchange, 'reply'>): string {
  const body = reply?.json === undefined ? reply?.text : JSON.stringify(reply.json, undefined, 2)
  return body || '(empty body)'
}

const message = (first: string, headers: readonly Header[], body = ''): string =>
  [first, ...headers.map(({ name, value }) => `${name}: ${value}`), ...(body && ['', body])].join('\n')
