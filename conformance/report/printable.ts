/**
 * Control characters of terminals, characters that break parsers, and characters that change the direction of text.
 * Line ends and tabs are not included.
 */
const unprintable = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** The prefix of commands that Azure Pipelines, TeamCity and older runners of GitHub execute anywhere in a line. */
const ofPipelines = /##(?=(?:vso|teamcity)?\[)/g

const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text in which characters that a server could hide are visible. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unprintable, codeOf).replaceAll(ofPipelines, '# #')

/** A value as JSON without commands for a terminal or a CI system; the JSON parses to the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(unprintable, codeOf).replaceAll(ofPipelines, '\\u0023#')

/** A text without commands of CI systems: GitHub executes lines that start with two colons after any spaces. */
export const withoutCommands = (text: string): string =>
  text.replaceAll(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll(ofPipelines, '# #')

/** A printable text on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n').replaceAll('\t', ' ')

/** A text cut to a number of characters; the number of removed characters is stated. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const rest = (text.length - longest).toLocaleString('en')
  return `${text.slice(0, longest)}\n… and ${rest} characters more`
}

/**
 * Rows as lines with aligned columns; spaces at the end of a line are left out.
 * @param pad aligns the cells of all columns but the first, on the left by default
 */
export function aligned(
  rows: readonly (readonly string[])[],
  pad: 'padEnd' | 'padStart' = 'padEnd',
): readonly string[] {
  // A function takes some 100,000 arguments, and a report may have more rows.
  const widthOf = (column: number): number =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell[column === 0 ? 'padEnd' : pad](widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Text broken into lines at spaces; a word that is too long is not broken. */
export function wrapped(words: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
