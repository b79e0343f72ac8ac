import { shellWord } from '../../../util/shell-word.ts'

/** The body of a request. */
export type SentBody =
  | { readonly kind: 'json'; readonly text: string }
  | {
      readonly kind: 'file'
      readonly part: string
      readonly name: string
      readonly source?: FileSource | undefined
    }

/** The source of a file that is not on a disk: a URL, or its text. */
export type FileSource =
  | {
      readonly url: string
      /** Whether the URL needs the control token. */
      readonly isLocked: boolean
    }
  | { readonly text: string }

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: SentBody | undefined
}

/** The request as a curl command, one option per line; it first downloads a file from a URL, and pipes in a text. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const first = method === 'GET' ? `curl ${shellWord(url)}` : `curl -X ${method} ${shellWord(url)}`
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`)
  if (body?.kind === 'json') options.push(`-d ${shellWord(body.text)}`)
  const file = body?.kind === 'file' ? fileOf(body.name, body.source) : undefined
  if (body?.kind === 'file') options.push(`-F ${shellWord(`${body.part}=@${file?.word}`)}`)
  return (file?.before ?? '') + [first, ...options].join(' \\\n  ')
}

function fileOf(
  name: string,
  source: FileSource | undefined,
): { readonly before: string; readonly word: string } {
  if (!source) return { before: '', word: name }
  if ('text' in source) {
    return { before: `printf %s ${shellWord(source.text)} |\n`, word: `-;filename=${name}` }
  }
  // The command does not contain the control token, which grants more than the request needs.
  const key = source.isLocked ? '-H "X-Nestbox-Control: $NESTBOX_CONTROL_TOKEN" ' : ''
  return { before: `curl ${key}-o ${shellWord(name)} ${shellWord(source.url)} &&\n`, word: name }
}
