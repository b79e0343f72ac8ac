/** A predicate for texts that match a pattern, in which `*` stands for any characters. */
export function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split(/\*+/)
  const last = rest.pop()
  if (last === undefined) return (text) => text === pattern
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
