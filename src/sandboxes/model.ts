import type { AnyOperationId } from '../contract/companions.ts'
import type { GapSubject } from '../contract/gaps/index.ts'
import type { TableName } from '../store/tables.ts'
import type { TokenKind, TokenStatus } from '../store/tokens.ts'

/** The types of the data about a running server, which the control API sends and the library returns. */

/** The identity of a world, and a digest of its current content. */
export interface WorldInfo {
  readonly seed: string
  readonly scenario: string
  /** Number of servers that the demo was generated with. */
  readonly scale: number
  /** The UTC day that the generated dates of the world lie before, such as `2026-06-01`. */
  readonly today: string
  /** 12 hexadecimal digits; equal worlds have equal checksums. */
  readonly checksum: string
}

/** `GET health`. */
export interface Health {
  readonly status: 'ok'
  readonly version: string
  readonly world: WorldInfo
  readonly sandboxes: number
  /** Ids of the deviations from the document that were set at the start. */
  readonly deviations: readonly string[]
}

/** A row that a request changed: `before` is null for a new row, `after` for a removed one. */
export interface RowChange {
  readonly table: TableName
  readonly id: number
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** One request of the log: `GET requests`, `POST requests/find`, the event `request`. */
export interface LoggedRequest {
  /** Ascending in each world. */
  readonly id: number
  /** Time of arrival, ISO 8601 with milliseconds. */
  readonly at: string
  readonly method: string
  /** Path and query, without the prefix of the sandbox. */
  readonly path: string
  /** Id of the operation that the request was for; null for a path without an operation. */
  readonly operation: string | null
  /** Status of the response; null if the connection was closed without a response. */
  readonly status: number | null
  /** Milliseconds until the response was ready. */
  readonly duration: number
  /** The owner of the token; null without a known token. */
  readonly bearer: string | null
  readonly request: Message
  readonly response: Message
  /** Gaps that the response depends on. */
  readonly assumed: readonly string[]
  /** The fault that was applied, such as `code=503`; null if none was. */
  readonly fault: string | null
  /** Number of automatic repetitions of the request by a browser, after a broken connection. */
  readonly repeats: number
  /** The rows that all attempts of the request changed. */
  readonly changes: readonly RowChange[]
}

/** Headers, and the parsed body if it is JSON; tokens and passwords are redacted. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  /** null without a body. A body above the size limit of the log is replaced by a sentence that says so. */
  readonly body: unknown
}

/** The criteria of `POST requests/count` and `POST requests/find`; a request must meet all that are given. */
export interface RequestCriteria {
  /** Id of an operation of the document, or of a companion. */
  readonly operation?: AnyOperationId
  readonly method?: string
  /** Path without its query; `*` matches any text. */
  readonly path?: string
  readonly status?: number
  /** A part of the JSON request body. */
  readonly body?: unknown
  /** Only requests with a higher id. */
  readonly since?: number
}

/** `GET requests`, oldest first, and `POST requests/find`. */
export interface RequestList {
  readonly requests: readonly LoggedRequest[]
}

/** `GET snapshots`. */
export interface SnapshotInfo {
  readonly name: string
  /** Time of the snapshot, ISO 8601 with milliseconds. */
  readonly at: string
  readonly checksum: string
}

export interface SnapshotList {
  readonly snapshots: readonly SnapshotInfo[]
}

/** One gap and its current choice. A gap that responses cannot show has no choices, and null as choice. */
export interface GapInfo {
  readonly id: string
  /** Section of the document. */
  readonly section: string
  /** What the gap is about. */
  readonly subject: GapSubject
  readonly question: string
  readonly choices: readonly { readonly id: string; readonly text: string }[]
  readonly choice: string | null
  readonly default: string | null
  /** The choice of the real panel; null for a gap without choices. */
  readonly panel: string | null
}

/** `GET gaps`, and the response of `PATCH gaps`. */
export interface GapList {
  readonly gaps: readonly GapInfo[]
}

/** A token, its owner, and the API families that currently accept it. */
export interface TokenInfo {
  /** `application`, `rootClient`, `userClient`, ... */
  readonly name: string
  readonly token: string
  readonly kind: TokenKind
  readonly status: TokenStatus
  readonly rootAdministrator: boolean
  /** Whether the token of a root administrator has the rights of an ordinary user. */
  readonly downgraded: boolean
  readonly userId: number
  /** The owner in words, such as `ordinary user river_kris`. */
  readonly who: string
  readonly families: { readonly application: boolean; readonly admin: boolean; readonly client: boolean }
}

/** `GET tokens`, and the response of `PATCH tokens`. */
export interface TokenList {
  readonly tokens: readonly TokenInfo[]
}

/** A change of `PATCH tokens`, by name or text of the token; null instead of a change reverts the token. */
export interface TokenChange {
  readonly status?: TokenStatus
  readonly kind?: TokenKind
  /** `false` downgrades the token of a root administrator. */
  readonly rootAdministrator?: boolean
}

/** `GET sandboxes`, the most recently used sandbox last. */
export interface SandboxList {
  readonly sandboxes: readonly { readonly name: string; readonly requests: number }[]
}

export type { Effect } from '../faults/effect.ts'
export type { FaultList, FaultRule } from '../faults/rule.ts'
