/** What a text says as JSON; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why a text is no JSON, with line and column where the parser names a place. */
export function jsonFault(text: string): string | undefined {
  if (text.trim() === '') return 'the body is empty'
  if (text.startsWith('\uFEFF')) return 'the body begins with a byte order mark, which JSON must not have'
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const place = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
    if (Number.isNaN(place)) return `the body is no JSON: it ends too early, at ${placeOf(text, text.length)}`
    const found = JSON.stringify(text.slice(place, place + 12))
    return `the body is no JSON: unexpected ${found} at ${placeOf(text, place)}`
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
