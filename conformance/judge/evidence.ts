import type { Fixtures } from './fixtures.ts'
import type { Seen } from './seen.ts'
import type { Session } from './session.ts'

/** The data that a statement about one response needs in addition to the response. */
export interface Context extends Pick<Fixtures, 'target' | 'form'> {
  /** The resources in the granted responses so far. */
  readonly seen: Pick<Seen, 'wasShown'>
}

/** What checks judge of a run: its exchanges, and what became of its scenes. It sends nothing. */
export interface Evidence
  extends Pick<Fixtures, 'target' | 'form' | 'seen' | 'exchanges' | 'granted' | 'result' | 'whyNot'> {
  /** The marks of the run, and the tokens that operations must accept. */
  readonly session: Pick<Session, 'mark' | 'otherMark' | 'tokenFor'>
}
