import { shellWord } from '../../../util/shell-word.ts'

/** The body of a request. */
export type SentBody =
  | { readonly kind: 'json'; readonly text: string }
  | ({ readonly kind: 'file'; readonly part: string } & ChosenFile)

/** A file to upload, and how curl gets it if it is not on a disk. */
export interface ChosenFile {
  readonly file: File
  /** The command that comes before curl. */
  readonly before?: string
  /** The word for the file; by default its name. */
  readonly word?: string
}

export const jsonFile = (name: string, text: string) => new File([text], name, { type: 'application/json' })

/** A file from this server. */
export const downloaded = (file: File, url: string, needsToken: boolean): ChosenFile => ({
  file,
  // The command does not contain the control token, which grants more than the request needs.
  before: `curl ${needsToken ? '-H "X-Nestbox-Control: $NESTBOX_CONTROL_TOKEN" ' : ''}-o ${shellWord(file.name)} ${shellWord(url)} &&\n`,
})

/** A file of which only the text is known. */
export const piped = (file: File, text: string): ChosenFile => ({
  file,
  before: `printf %s ${shellWord(text)} |\n`,
  word: `-;filename=${file.name}`,
})

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: SentBody | undefined
}

/** The request as a curl command, one option per line. */
export function curlOf({ method, url, headers, body }: SentRequest): string {
  const first = `curl ${methodOption(method)}${isPattern.test(url) ? '-g ' : ''}${shellWord(url)}`
  const options = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`)
  if (body?.kind === 'json') options.push(`-d ${shellWord(body.text)}`)
  if (body?.kind !== 'file') return [first, ...options].join(separator)
  const { file, before = '', word = file.name } = body
  return before + [first, ...options, `-F ${shellWord(`${body.part}=@${word}`)}`].join(separator)
}

const separator = ' \\\n  '

/** With `-X HEAD`, curl would wait for a body. */
const methodOption = (method: string): string =>
  method === 'GET' ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `

/** Brackets and braces, of which curl makes several URLs unless it has the option `-g`. */
const isPattern = /[[\]{}]/
