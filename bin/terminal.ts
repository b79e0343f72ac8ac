import type { Writable } from 'node:stream'
import type { Check } from '../conformance/checks/check.ts'
import { Redactor } from '../conformance/client/redact.ts'
import { aligned, withoutCommands } from '../conformance/report/printable.ts'
import { similar } from '../src/contract/checking/similar.ts'
import { fileReason, hasCode } from '../src/store/file-system.ts'

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

/**
 * Writes to stdout. A reader such as `head` may close the pipe early; the rest of the text is then dropped.
 * @throws Failure if stdout cannot be written, such as on a full disk
 */
export async function print(text: string): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    process.stdout.write(text, resolve)
  })
  if (error && !hasCode(error, 'EPIPE')) {
    throw new Failure(`The output cannot be written: ${fileReason(error)}.`)
  }
}

/** Ignores errors of the output streams: `print` reports them itself, and a failed log line must not end a server. */
export function surviveOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** Maximum bytes of lines of a log that wait for their reader. */
const mostUnread = 1_000_000

/**
 * Prepares the writing of a log, line by line. A program that starts a server may never read its stderr: lines would
 * then wait in memory without end, so they are left out, and counted as soon as the others are read.
 */
export function lineWriter(stream: Pick<Writable, 'write' | 'writableLength'>): (line: string) => void {
  let leftOut = 0
  return (line) => {
    if (stream.writableLength > mostUnread) {
      leftOut += 1
      return
    }
    if (leftOut > 0) stream.write(`nestbox: ${leftOut} lines of the log were left out, as nobody read it.\n`)
    leftOut = 0
    stream.write(`${line}\n`)
  }
}

const redactor = new Redactor()

/** Maximum characters of a line: a value that is wrong can be as long as a command line. */
const longestLine = 4_000

const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)}...` : line)

/**
 * Writes an error or a warning to stderr as one line, with a line for each entry. Control characters in the message become spaces; passwords in URLs
 * and strings that look like tokens are left out, and no line is a command of a CI system.
 */
export function complain(message: string, entries: readonly string[] = []): void {
  const lines = [`nestbox: ${message}`, ...entries.map((entry) => `  ${entry}`)].map((line) =>
    cut(withoutCommands(redactor.text(line).replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' '))),
  )
  process.stderr.write(`${lines.join('\n')}\n`)
}

/** Rows as lines with aligned columns. */
export const table = (rows: readonly (readonly string[])[]): string =>
  aligned(rows)
    .map((line) => `${line}\n`)
    .join('')

/** The time between two lines of progress where they cannot overwrite each other, in milliseconds. */
const progressMs = 10_000

/** The progress of a run: on a terminal a line that overwrites itself, elsewhere a line every ten seconds. */
export function progressOn(stream: NodeJS.WriteStream) {
  let next = performance.now() + progressMs
  const overwrite = (text: string): void => {
    // A line that wraps could not be overwritten, so it is cut.
    if (stream.isTTY) stream.write(`\r\u001B[2K${text.slice(0, (stream.columns || 80) - 1)}`)
  }
  return {
    show: ({ id }: Pick<Check, 'id'>, done: number, of: number): void => {
      const line = `${done}/${of}  ${id}`
      overwrite(line)
      if (stream.isTTY || performance.now() < next) return
      next = performance.now() + progressMs
      stream.write(`nestbox: ${line}\n`)
    },
    clear: (): void => overwrite(''),
  }
}
