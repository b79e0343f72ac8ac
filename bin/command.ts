/** A subcommand: a line about it, its help, and what it does with its arguments. */
export interface Command {
  readonly summary: string
  readonly help: () => string
  /** @returns the exit code; throws UsageError for wrong arguments */
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>
}

/** Wrong arguments: the command ends with exit code 2. The message says what was wrong and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
