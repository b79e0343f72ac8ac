import { similar } from '../src/contract/checking/similar.ts'

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
  /** Entries to which the message refers, each for a line of its own. */
  readonly entries: readonly string[]

  constructor(message: string, entries: readonly string[] = []) {
    super(message)
    this.entries = entries
  }
}

/** Wrong arguments or files. The message names the error and the accepted values. */
export class UsageError extends Failure {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}

/**
 * A sentence about an unknown word: it suggests similar known words, or lists all.
 * @param what the kind of word, such as `command`
 */
export function unknownWord(what: string, word: string, known: readonly string[]): UsageError {
  const [like] = similar(word, known, 1)
  const hint = like === undefined ? `the ${what}s are ${known.join(', ')}.` : `did you mean ${like}?`
  return new UsageError(`Unknown ${what} "${word}"; ${hint}`)
}
