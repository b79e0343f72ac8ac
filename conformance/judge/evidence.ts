import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Target } from '../target/target.ts'
import type { Skip } from './outcome.ts'
import type { Scene } from './scene.ts'
import type { Seen } from './seen.ts'
import type { Session } from './session.ts'

/** The data that a statement about one response needs in addition to the response. */
export interface Context {
  readonly target: Target
  /** The resources in the granted responses so far. */
  readonly seen: Pick<Seen, 'wasShown'>
  /** `loose` accepts null in fields with an optional meaning. */
  readonly form: 'loose' | 'strict'
}

/** The exchanges of a run, which checks judge. It sends nothing. */
export interface Evidence extends Context {
  /** Exchanges of operations of the document, in the order of sending. */
  readonly exchanges: readonly Exchange[]
  /** Those of some operations that were granted; of all if there is no id. */
  granted(...ids: readonly OperationId[]): readonly Exchange[]
  readonly seen: Seen
  /** The marks of the run, and the tokens that operations must accept. */
  readonly session: Pick<Session, 'mark' | 'otherMark' | 'tokenFor'>
  /** The result of a scene; undefined if it was not completed. */
  result<A extends readonly unknown[], T>(scene: Scene<A, T>, ...args: A): T | undefined
  /** Why a scene was not played to its end; undefined if it was, or was not played. @throws any other error of it */
  whyNot<A extends readonly unknown[]>(scene: Scene<A>, ...args: A): Skip | undefined
}
