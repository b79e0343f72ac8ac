/** A subcommand: a line about it, its help, and the function that runs it. */
export interface Command {
  readonly summary: string
  readonly help: () => string
  /** @returns the exit code; throws Failure, and UsageError for wrong arguments */
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>
}

/** An error outside of the program, such as a full disk, that ends the command. The message is a complete sentence. */
export class Failure extends Error {
  override readonly name: string = 'Failure'
  readonly exitCode: number = 1
}

/** Wrong arguments or files. The message names the error and the accepted values. */
export class UsageError extends Failure {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}
