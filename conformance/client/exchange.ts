import type { CompanionId, OperationId } from '../../src/contract/index.ts'
import type { Credential, TokenName } from './credentials.ts'

/** How a request can differ from the request of an operation, although some servers route it to the operation. */
export const spellings = [
  'with a slash at its end',
  'in capitals',
  'with two slashes',
  'with an encoded letter',
  'with .json at its end',
  'with a method override',
] as const

export type Spelling = (typeof spellings)[number]

/**
 * What the kit can request: the operations of the document, and reads beyond the document, by which no server is
 * judged.
 */
export type AskedId = OperationId | CompanionId

/** Forms of a body that the document does not describe: they show why the documented form is refused. */
type UndocumentedContent = 'a form' | 'another part' | 'a JSON body'

/** The type of a JSON body with the encoding that JSON has anyway. */
export const jsonInUtf8 = 'application/json; charset=utf-8'

/** One request to the server that is judged. */
export interface Ask<I extends AskedId = OperationId> {
  readonly operation: I
  readonly method: string
  /** Path with its query, below the base URL; a token in the path is written as its shell variable. */
  readonly path: string
  readonly credential: Credential
  /** The token that is sent, or from which the credential is made. */
  readonly token: TokenName
  /** The only name that carries the token, if the credential can carry it under several, or the template of its header. */
  readonly carrier?: string
  /** How the path is written, if not as in the document. */
  readonly spelling?: Spelling
  /** The body without fields that carry the token. */
  readonly json?: unknown
  /** The text of an egg share file, sent as the part `import_file`. */
  readonly file?: string
  /** How the body is sent, if not as the document says. */
  readonly content?: UndocumentedContent
  /** The parts of the body: tags, the text by which a file is recognised, and the variable with a new value. */
  readonly tags?: readonly (number | string)[]
  readonly mark?: string
  readonly variable?: string
  /** Headers that replace default headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether another write is sent at the same time, so that the response may show what that one wrote. */
  readonly isContested?: boolean
}

/** The response of a server. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body; undefined if the body is not JSON. */
  readonly json: unknown
  /** Characters after which a report cuts the body, if it is too long. */
  readonly cutAfter?: number
}

/** A request with its response, or with the reason why there is no response. */
export interface Exchange<I extends AskedId = OperationId> {
  readonly ask: Ask<I>
  readonly reply: Reply | undefined
  /** Why there is no response. */
  readonly failure: string | undefined
  /** When it was sent, in milliseconds since the start of the process. */
  readonly started?: number
  readonly milliseconds: number
}
