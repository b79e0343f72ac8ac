import type { Run } from '../run.ts'

/** What a report says of its own making. */
export interface About {
  /** Of the kit. */
  readonly version: string
  /** The command that started the run, without `--only` and `--skip`, so that `--only <id>` behind it runs one check again. */
  readonly command: string
  /** The server that was asked where to judge it, if its own target file said so. */
  readonly asked?: string
  /** Whether only some checks were asked for, so that what was never seen says nothing. */
  readonly isSelection?: boolean
  /** Whether each gap is listed that the server was seen to fill; else they are only counted. */
  readonly showGaps?: boolean
  /** Whether what was never seen is listed as well. */
  readonly verbose?: boolean
  /** What the process ends with, where that is not the code of the verdict. */
  readonly exitCode?: number
  /** Whether a terminal that knows colours will show it. */
  readonly colour?: boolean
  /** Texts that no report may hold: the tokens of the target, and headers that are as good as tokens. */
  readonly secrets?: readonly string[]
}

/** Writes down what a run found out. */
export type Reporter = (run: Run, about: About) => string
