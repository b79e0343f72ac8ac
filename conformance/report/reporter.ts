import type { Run } from '../run-result.ts'

/** The reporters by their names in `--reporter`; the help reads them without loading the reporters. */
export const reporterNames = [
  'text',
  'json',
  'junit',
  'html',
  'markdown',
  'github',
  'har',
  'tap',
  'badge',
] as const

export type ReporterName = (typeof reporterNames)[number]

/** Facts about the report itself. */
export interface About {
  /** The version of the kit. */
  readonly version: string
  /**
   * The command that started the run, without `--only` and `--skip`, so that it can be continued with `--only <id>`.
   */
  readonly command: string
  /** The flags with which the command repeats a finding of an exploration; empty without an exploration. */
  readonly exploring?: string
  /** The server whose own target file named the judged server, if that file was used. */
  readonly asked?: string
  /** Whether only selected checks were run, so that fields and gaps that were never seen are not reported. */
  readonly isSelection?: boolean
  /** Whether each gap that the server fills is listed; otherwise the gaps are only counted. */
  readonly showGaps?: boolean
  /** Whether fields and gaps that were never seen are listed as well. */
  readonly verbose?: boolean
  /** The exit code of the process, if it is not that of the verdict. */
  readonly exitCode?: number
  /** Whether the report is shown on a terminal that supports colours. */
  readonly colour?: boolean
}

/** Writes the results of a run as a text. */
export type Reporter = (run: Run, about: About) => string
