import { shellWord } from '../../../util/shell-word.ts'

/** The body of a request. */
export type SentBody =
  | { readonly kind: 'json'; readonly text: string }
  | ({ readonly kind: 'file'; readonly part: string } & ChosenFile)

/** A file to upload, and the source from which a curl command gets it; undefined for a file from a disk. */
export interface ChosenFile {
  readonly file: File
  readonly source?: FileSource
}

/** The source of a file that is not on a disk: a URL, or its text. */
type FileSource =
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
  const first = `curl ${methodOption(method)}${isPattern.test(url) ? '-g ' : ''}${shellWord(url)}`
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`)
  if (body?.kind === 'json') options.push(`-d ${shellWord(body.text)}`)
  const [before, word] = body?.kind === 'file' ? fileOf(body) : ['']
  if (body?.kind === 'file') options.push(`-F ${shellWord(`${body.part}=@${word}`)}`)
  return before + [first, ...options].join(' \\\n  ')
}

/** With `-X HEAD`, curl would wait for a body. */
const methodOption = (method: string): string =>
  method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `

/** Brackets and braces, of which curl makes several URLs unless it has the option `-g`. */
const isPattern = /[[\]{}]/

/** The command that makes a file, and the name of the file for curl. */
function fileOf({ file: { name }, source }: ChosenFile): readonly [before: string, word: string] {
  if (!source) return ['', name]
  if ('text' in source) return [`printf %s ${shellWord(source.text)} |\n`, `-;filename=${name}`]
  // The command does not contain the control token, which grants more than the request needs.
  const key = source.isLocked ? '-H "X-Nestbox-Control: $NESTBOX_CONTROL_TOKEN" ' : ''
  return [`curl ${key}-o ${shellWord(name)} ${shellWord(source.url)} &&\n`, name]
}
