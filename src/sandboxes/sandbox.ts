import type { Choice, SettableGapId } from '../contract/gaps/index.ts'
import type { FaultProfile } from '../faults/profiles.ts'
import type { FaultInfo, FaultRule } from '../faults/schemas.ts'
import type { Make, RowEdit } from '../fixtures/builder/new-row.ts'
import type { TokenName } from '../fixtures/names.ts'
import type { Profile } from '../gaps/gap-settings.ts'
import type { UserRow } from '../store/rows.ts'
import type { RowOf, TableName } from '../store/tables.ts'
import type { TokenKind } from '../store/tokens.ts'
import type { WorldData } from '../store/world-data.ts'
import type {
  GapInfo,
  LoggedRequest,
  RequestCriteria,
  ResetOptions,
  SnapshotInfo,
  TokenChange,
  TokenInfo,
  WorldInfo,
} from './model.ts'
import type { Target } from './target.ts'

/** The tokens of a world: the texts of the three named tokens, and operations on all tokens. */
export interface SandboxTokens extends Readonly<Record<TokenName, string>> {
  list(): TokenInfo[]
  /**
   * Revokes, expires or downgrades tokens, by name or text: all of them, or none. Null reverts all changes of a token
   * in this sandbox, or the main world.
   * @throws ControlError for an unknown token, or a change that is not possible
   */
  change(changes: Readonly<Record<string, TokenChange | null>>): void
  /**
   * Issues a token for a user, such as a new user: by row, id, user name or e-mail address.
   * @throws ControlError for an unknown user or kind, and for the name of an existing token
   */
  issue(token: { kind: TokenKind; user: number | string | Pick<UserRow, 'id'>; name?: string }): TokenInfo
}

/** Choices to set by gap; null removes the setting of this sandbox, or of the main world. `profile` is applied first, to all gaps. */
export type GapSettingChanges = { readonly [I in SettableGapId]?: Choice<I> | null } & {
  readonly profile?: Profile | null
}

/** The gap settings of a world. */
export interface SandboxGaps {
  list(): GapInfo[]
  /** The choice at one gap. @throws UnknownGapSetting for an unknown gap */
  get<I extends SettableGapId>(id: I): Choice<I>
  /**
   * Sets all given choices, or none.
   * @throws UnknownGapSetting for an unknown gap, choice or profile; ControlError for a value that is not a choice
   */
  set(changes: GapSettingChanges): void
}

/** Fault rules, set singly or as a profile. */
export interface SandboxFaults {
  /** In the order of evaluation; in a sandbox, the rules of the whole server (`inherited`) follow its own. */
  list(): FaultInfo[]
  /** @throws BadFault for a wrong rule; the message names the error */
  add(rule: FaultRule | { readonly profile: FaultProfile }): FaultInfo[]
  /** @throws ControlError if this sandbox, or the main world, has no rule with the id */
  remove(id: string): void
  clear(): void
}

/**
 * Adds rows: one or several of a table, or the rows of a plan. The seed decides the fields that are left out.
 * @throws BadRow for a wrong field, and adds no row; the message says which values are right
 */
export type SandboxAdd = {
  readonly [M in keyof Make]: (...given: Parameters<Make[M]>) => Promise<ReturnType<Make[M]>>
}

/**
 * A world with its own request log, tokens, gap settings and faults, and the operations on them.
 * @throws NotKept for a change of the main world that cannot be stored in the data file, and is undone
 */
export interface Sandbox {
  /** Base URL of the API, without a slash at the end. */
  readonly url: string
  readonly tokens: SandboxTokens
  readonly gaps: SandboxGaps
  readonly faults: SandboxFaults
  readonly add: SandboxAdd
  /**
   * Replaces fields of a row.
   * @throws BadRow for a wrong field; ControlError for a row that does not exist
   */
  edit<N extends TableName>(table: N, id: number, fields: RowEdit<N>): Promise<RowOf<N>>
  /**
   * Removes a row. The backups and databases of a server, the variables of an egg and the allocations of a node go with
   * it; in other rows, lists lose its id, and fields that may be null become null.
   * @throws ControlError for a row that does not exist, or that another row needs
   */
  remove(table: TableName, id: number): Promise<void>
  /**
   * Starts work: scheduled backups, and occasionally an installation. The seed decides which.
   * @param count the maximum number of rows to start; 1 by default
   * @returns how many rows were started: fewer if no server has room for a backup
   * @throws ControlError for a count that is not an integer from 1 to 100
   */
  start(count?: number): Promise<number>
  /**
   * Completes rows in progress: running backups succeed; installing or restoring servers become `normal`.
   * @returns how many rows were completed
   */
  finish(): Promise<number>
  /** The target file with which the conformance kit can check this world. */
  readonly target: Target
  /** The identity of the world, and a digest of its current content. */
  info(): WorldInfo
  /**
   * Resets to the world at the start, or to another one. Tokens, gap settings and faults are unchanged; rate limits
   * restart.
   * @throws ControlError for a world that cannot be generated
   */
  reset(to?: ResetOptions): Promise<WorldInfo>
  /** The whole world as plain JSON. */
  state(): WorldData
  /** Replaces the world. @throws BadWorldData with the place of the error and the reason */
  load(state: unknown): Promise<WorldInfo>
  /** Saves a copy of the world; the default name is `snapshot`. @throws ControlError for a bad name */
  snapshot(name?: string): SnapshotInfo
  snapshots(): SnapshotInfo[]
  /** Restores a snapshot; the default name is `snapshot`. @throws ControlError for an unknown snapshot */
  restore(name?: string): Promise<WorldInfo>
  /** Deletes a snapshot. @throws ControlError for an unknown snapshot */
  forget(name: string): void
  /**
   * The latest requests to this world, oldest first, each with the rows that it changed.
   * @throws ControlError for criteria that no request can meet, such as an unknown operation, and if the result depends
   *   on a body that was too long for the log
   */
  requests(criteria?: RequestCriteria): LoggedRequest[]
  clearRequests(): void
}
