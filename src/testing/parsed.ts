/** Any JSON, for tests that know its structure. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read, which is check enough
export type Json = any

/** The parsed JSON of a text; undefined if the text is not JSON. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
