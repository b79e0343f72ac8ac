import { shellWord } from '../../../shell-word.ts'

/** What is sent along with a request. */
export type SentBody =
  | { readonly kind: 'json'; readonly text: string }
  | {
      readonly kind: 'file'
      readonly part: string
      readonly name: string
      readonly source?: FileSource | undefined
    }

/** Where the file of a body can be had that is on no disk yet. */
interface FileSource {
  readonly url: string
  /** Whether who asks for it must show the control token. */
  readonly isLocked: boolean
}

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: SentBody | undefined
}

/** The request as a command for a shell, one option a line; a file that is on no disk is got first. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const first = method === 'GET' ? `curl ${shellWord(url)}` : `curl -X ${method} ${shellWord(url)}`
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`)
  if (body?.kind === 'json') options.push(`-d ${shellWord(body.text)}`)
  if (body?.kind === 'file') options.push(`-F ${shellWord(`${body.part}=@${body.name}`)}`)
  const command = [first, ...options].join(' \\\n  ')
  return body?.kind === 'file' && body.source ? `${getting(body.name, body.source)} &&\n${command}` : command
}

/** The token itself stays out of the command: it opens more than the request needs. */
const getting = (name: string, { url, isLocked }: FileSource): string =>
  `curl ${isLocked ? '-H "X-Nestbox-Control: $NESTBOX_CONTROL_TOKEN" ' : ''}-o ${shellWord(name)} ${shellWord(url)}`
