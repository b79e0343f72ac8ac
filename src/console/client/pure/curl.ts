/** What is sent along with a request. */
export type SentBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'file'; readonly part: string; readonly name: string }

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: SentBody | undefined
}

/** The request as a command for a shell, one option a line. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const first = method === 'GET' ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  if (body?.kind === 'json') options.push(`-d ${quoted(body.text)}`)
  if (body?.kind === 'file') options.push(`-F ${quoted(`${body.part}=@${body.name}`)}`)
  return [first, ...options].join(' \\\n  ')
}

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
