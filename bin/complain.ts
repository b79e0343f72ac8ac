/** Says on stderr what went wrong: one line, whatever the message quotes. */
export function complain(message: string): void {
  process.stderr.write(`nestbox: ${message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}\n`)
}
