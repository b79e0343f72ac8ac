/** Any JSON, looked into by tests that know what to expect. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert on what they read, which is check enough
export type Json = any

/** The JSON that a text is; undefined if it is none. */
export function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
