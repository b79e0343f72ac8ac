/** A subcommand: what it is for, and what it does with its arguments. */
export interface Command {
  readonly summary: string
  readonly help: () => string
  /** @returns the exit code; throws UsageError for arguments that are wrong */
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>
}
