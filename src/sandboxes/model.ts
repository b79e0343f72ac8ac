import type { AnyOperationId } from '../contract/companions.ts'
import type { GapSubject } from '../contract/gaps/index.ts'
import type { TableName } from '../store/tables.ts'
import type { TokenKind, TokenStatus } from '../store/tokens.ts'

/** What a running server tells of itself, as types: the control API sends it, the library hands it out. */

/** Which world it is, and a digest of all that is in it now. */
export interface WorldInfo {
  readonly seed: string
  readonly scenario: string
  /** Number of servers that the demo was made for. */
  readonly scale: number
  /** The UTC day that its made dates lie before, such as `2026-06-01`. */
  readonly today: string
  /** 12 hexadecimal digits: equal worlds, equal checksums. */
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

/** A row that a request replaced: `before` is null for a new row, `after` for a removed one. */
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
  /** When it came, ISO 8601 with milliseconds. */
  readonly at: string
  readonly method: string
  /** Path and query, without the sandbox. */
  readonly path: string
  /** Id of the operation that answered; null for a path that none has. */
  readonly operation: string | null
  /** null if the connection was broken off without an answer. */
  readonly status: number | null
  /** Milliseconds until the answer was ready. */
  readonly duration: number
  /** Who the token belongs to; null without a token that is known. */
  readonly bearer: string | null
  readonly request: Message
  readonly response: Message
  /** Gaps that the answer ran into. */
  readonly assumed: readonly string[]
  /** The fault that was applied, such as `code=503`; null if none was. */
  readonly fault: string | null
  /** Number of times that a browser repeated the request by itself when its connection broke. */
  readonly repeats: number
  /** The changed rows of all attempts. */
  readonly changes: readonly RowChange[]
}

/** Headers, and a body that is parsed where it is JSON; tokens and passwords are blacked out. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  /** null where there is none. What is longer than is kept becomes a sentence that says so. */
  readonly body: unknown
}

/** What `POST requests/count` and `POST requests/find` look for; all that is given must hold. */
export interface RequestCriteria {
  /** Id of an operation of the document, or of one beyond it. */
  readonly operation?: AnyOperationId
  readonly method?: string
  /** Path without its query; `*` stands for anything. */
  readonly path?: string
  readonly status?: number
  /** Must be contained in the JSON body that was sent. */
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
  /** When it was made, ISO 8601 with milliseconds. */
  readonly at: string
  readonly checksum: string
}

export interface SnapshotList {
  readonly snapshots: readonly SnapshotInfo[]
}

/** One gap: what is open, and what is chosen. A gap that cannot be seen has no choices and null for a choice. */
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
  /** What the real panel does. */
  readonly panel: string | null
}

/** `GET gaps` and the answer of `PATCH gaps`. */
export interface GapList {
  readonly gaps: readonly GapInfo[]
}

/** A token, who it belongs to, and which families take it now. */
export interface TokenInfo {
  /** `application`, `rootClient`, `userClient`, ... */
  readonly name: string
  readonly token: string
  readonly kind: TokenKind
  readonly status: TokenStatus
  readonly rootAdministrator: boolean
  /** Whether it belongs to a root administrator and does not count as that of one. */
  readonly downgraded: boolean
  readonly userId: number
  /** For people: `ordinary user river_kris`. */
  readonly who: string
  readonly families: { readonly application: boolean; readonly admin: boolean; readonly client: boolean }
}

/** `GET tokens` and the answer of `PATCH tokens`. */
export interface TokenList {
  readonly tokens: readonly TokenInfo[]
}

/** What `PATCH tokens` takes, by name or text of the token; null takes back all that was changed in it. */
export interface TokenChange {
  readonly status?: TokenStatus
  readonly kind?: TokenKind
  /** `false` downgrades the token of a root administrator. */
  readonly rootAdministrator?: boolean
}

/** `GET sandboxes`, the one used last at the end. */
export interface SandboxList {
  readonly sandboxes: readonly { readonly name: string; readonly requests: number }[]
}

export type { Effect } from '../faults/effect.ts'
export type { FaultList, FaultRule } from '../faults/rule.ts'
