/** A value as JSON, but not all of a long one. */
export function shown(value: unknown): string {
  const text = written(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

/** What is nested more deeply than can be written is not worth writing. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'what is nested so deeply'
  }
}
