/** A piece of JSON text with its kind. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain'
  readonly text: string
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** Splits JSON into pieces for syntax colours; joined, they are the same text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: text.slice(at, match.index) })
    const [all, string, colon, number] = match
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string })
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon })
    } else tokens.push({ kind: number === undefined ? 'word' : 'number', text: all })
    at = match.index + all.length
  }
  if (at < text.length) tokens.push({ kind: 'plain', text: text.slice(at) })
  return tokens
}

/** JSON with indentation; any other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
