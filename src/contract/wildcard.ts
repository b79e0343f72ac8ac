/** A predicate for texts that match a pattern, in which `*` stands for any characters. */
export const wildcard = (pattern: string): ((text: string) => boolean) => inParts(pattern.split(/\*+/))

/** A predicate for texts that consist of parts in their order, with any characters between two of them. */
export function inParts([first = '', ...rest]: readonly string[]): (text: string) => boolean {
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (!text.startsWith(first)) return false
    let at = first.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return text.length - last.length >= at && text.endsWith(last)
  }
}
