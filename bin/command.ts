/** A subcommand: a line about it, its help, and what it does with its arguments. */
export interface Command {
  readonly summary: string
  readonly help: () => string
  /** @returns the exit code; throws Failure, and UsageError for wrong arguments */
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>
}

/** A fault outside of the program, such as a full disk, that ends the command. The message is a complete sentence. */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly exitCode: number = 1
}

/** Wrong arguments or files. The message says what was wrong and what would be right. */
export class UsageError extends Failure {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
