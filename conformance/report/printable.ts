/** Characters that would steer a terminal, break a parser or turn a line around. Line ends and tabs are not among them. */
const unprintable = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** What Azure Pipelines, TeamCity and older runners of GitHub obey wherever it stands in a line. */
const ofPipelines = /##(?=(?:vso|teamcity)?\[)/g

const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text with everything visible that a server may have hidden in it. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unprintable, codeOf).replaceAll(ofPipelines, '# #')

/** A value as JSON whose text means nothing to a terminal or a CI system, and reads as the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(unprintable, codeOf).replaceAll(ofPipelines, '\\u0023#')

/** Lines that GitHub would take for commands, with their colons apart. */
export const withoutCommands = (text: string): string => text.replaceAll(/^([ \t]*):(?=:)/gm, '$1: ')

/** The same on one line. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', '\\n').replaceAll('\t', ' ')

/** As much of a text as anybody reads; what is left out is counted. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  const rest = (text.length - longest).toLocaleString('en')
  return `${text.slice(0, longest)}\n… and ${rest} characters more`
}
