export type * from '../../control/model.ts'

/** What a fault does to a request. */
export interface FaultEffect {
  readonly code?: number
  readonly delay?: number | readonly [number, number]
  readonly fault?: 'reset' | 'empty' | 'truncated'
  readonly when?: 'before' | 'after-commit'
  readonly retryAfter?: number
}

/** Which calls a fault hits, and what it does to them. */
export interface FaultRule extends FaultEffect {
  readonly operation?: string
  readonly method?: string
  readonly path?: string
  readonly probability?: number
  readonly from?: number
  readonly times?: number
  readonly chain?: readonly (FaultEffect | 'pass')[]
}

/** `GET faults` and the answer of `POST faults`. */
export interface FaultList {
  readonly rules: readonly (FaultRule & { readonly id: string; readonly calls: number; readonly hits: number })[]
  readonly profiles: readonly {
    readonly name: string
    readonly text: string
    readonly rules: readonly FaultRule[]
  }[]
}
