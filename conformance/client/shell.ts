/** A part of a word for a shell: a text, or code of the kit that the shell replaces, such as a variable. */
export type ShellPart = string | { readonly code: string }

/** One word for a POSIX shell: texts in single quotes, in which nothing is special, and code in double quotes. */
export function shellWord(...parts: readonly ShellPart[]): string {
  const pieces: string[] = []
  let text = ''
  const quote = (): void => {
    if (text !== '' || parts.every((part) => part === '')) pieces.push(`'${text.replaceAll("'", `'\\''`)}'`)
    text = ''
  }
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
    } else {
      quote()
      pieces.push(`"${part.code}"`)
    }
  }
  quote()
  return pieces.join('')
}

/** A word of a command, without quotes if no shell changes it. */
export const commandWord = (text: string): string =>
  /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(text) ? text : shellWord(text)

/** Parts in which code replaces every occurrence of a text. */
export const withCode = (
  parts: readonly ShellPart[],
  text: string,
  ...code: readonly ShellPart[]
): readonly ShellPart[] =>
  parts.flatMap((part) =>
    typeof part === 'string'
      ? part.split(text).flatMap((piece, at) => (at === 0 ? [piece] : [...code, piece]))
      : [part],
  )

/** The parts as they are shown where no shell reads them. */
export const inPlain = (parts: readonly ShellPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.code)).join('')
