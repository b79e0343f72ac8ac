import type { Choice, SettableGapId } from '../contract/gaps/index.ts'
import type { FaultProfile } from '../faults/profiles.ts'
import type { FaultInfo, FaultRule } from '../faults/rule.ts'
import type { Make, RowEdit } from '../fixtures/builder/new-row.ts'
import type { ScenarioName, TokenName } from '../fixtures/names.ts'
import type { Profile } from '../gaps/gap-settings.ts'
import type { RowOf, TableName } from '../store/tables.ts'
import type { TokenKind } from '../store/tokens.ts'
import type { WorldData } from '../store/world-data.ts'
import type {
  GapInfo,
  LoggedRequest,
  RequestCriteria,
  SnapshotInfo,
  TokenChange,
  TokenInfo,
  WorldInfo,
} from './model.ts'
import type { Target } from './target.ts'

/** Which world a reset goes to, where it is not the one at the start. */
export interface ResetOptions {
  readonly seed?: string
  readonly scenario?: ScenarioName
  /** Number of servers in the demo world. */
  readonly scale?: number
  /** The UTC day that its dates lie before, such as `2026-06-01`; the one of this world, if it is left out. */
  readonly today?: string
}

/** The tokens of a world: the texts of the three that every world has, and what can be done with all of them. */
export interface SandboxTokens extends Readonly<Record<TokenName, string>> {
  list(): TokenInfo[]
  /**
   * Revokes, expires or downgrades tokens, by name or text: all of them, or none. Null takes back all that was
   * changed in a token here.
   * @throws ControlError if there is no such token, or a change is not possible
   */
  change(changes: Readonly<Record<string, TokenChange | null>>): void
  /**
   * Issues a token for a user, such as one that was just created.
   * @throws ControlError if there is no such user or kind, or a token has that name already
   */
  issue(token: { kind: TokenKind; user: number; name?: string }): TokenInfo
}

/** Choices to set: null for the choice that holds without a setting, and `profile` for all gaps first. */
export type GapTurns = { readonly [I in SettableGapId]?: Choice<I> | null } & {
  readonly profile?: Profile | null
}

/** The choices at the gaps. */
export interface SandboxGaps {
  list(): GapInfo[]
  /** The choice at one gap. @throws UnknownGapSetting if there is no such gap */
  get<I extends SettableGapId>(id: I): Choice<I>
  /**
   * All of them, or none.
   * @throws UnknownGapSetting if there is no such gap, choice or profile; ControlError for what is no choice at all
   */
  set(changes: GapTurns): void
}

/** Faults: single rules, or the rules of a profile. */
export interface SandboxFaults {
  /** In the order in which they are asked: in a sandbox those of the whole server, `inherited`, behind its own. */
  list(): FaultInfo[]
  /** @throws BadFault with a sentence that says what is wrong with the rule */
  add(rule: FaultRule | { readonly profile: FaultProfile }): FaultInfo[]
  /** @throws ControlError if no such rule was set here */
  remove(id: string): void
  clear(): void
}

/**
 * Adds rows: one or several of a table, or the rows of a plan. What is left out is filled in from the seed.
 * @throws BadRow for a field that is wrong, with a sentence that says what would be right; nothing is added then
 */
export type SandboxAdd = {
  readonly [M in keyof Make]: (...given: Parameters<Make[M]>) => Promise<ReturnType<Make[M]>>
}

/** A world of one's own, and all that can be done with it beside calling its API. */
export interface Sandbox {
  /** Base URL of the API, without a slash at the end. */
  readonly url: string
  readonly tokens: SandboxTokens
  readonly gaps: SandboxGaps
  readonly faults: SandboxFaults
  readonly add: SandboxAdd
  /**
   * Replaces fields of a row.
   * @throws BadRow for a field that is wrong; ControlError if there is no such row
   */
  edit<N extends TableName>(table: N, id: number, fields: RowEdit<N>): Promise<RowOf<N>>
  /**
   * Completes what is under way: running backups succeed, and servers that are installed or restored become normal.
   * @returns how many rows were completed
   */
  finish(): Promise<number>
  /** What the conformance kit needs to know of it: a target file. */
  readonly target: Target
  /** Which world it is, with a digest of what is in it now. */
  info(): WorldInfo
  /**
   * Goes back to the world at the start, or on to another one. Tokens, gaps and faults stay as they are; requests are
   * counted anew where their number is limited.
   * @throws ControlError for a world that cannot be made
   */
  reset(to?: ResetOptions): Promise<WorldInfo>
  /** All of the world as plain JSON. */
  state(): WorldData
  /** Puts a world in the place of this one. @throws BadWorldData with a sentence that says where and why */
  load(state: unknown): Promise<WorldInfo>
  /** Keeps the world as it is now, `snapshot` by name. @throws ControlError for a bad name */
  snapshot(name?: string): SnapshotInfo
  snapshots(): SnapshotInfo[]
  /** Goes back to a snapshot, `snapshot` by name. @throws ControlError if there is none */
  restore(name?: string): Promise<WorldInfo>
  /** Deletes a snapshot. @throws ControlError if there is none */
  forget(name: string): void
  /**
   * The latest requests to this world, oldest first, each with the rows that it changed.
   * @throws ControlError for criteria that nothing can meet, such as an operation that does not exist, and where a body
   *   decides that is too long to be remembered
   */
  requests(criteria?: RequestCriteria): LoggedRequest[]
  clearRequests(): void
}
