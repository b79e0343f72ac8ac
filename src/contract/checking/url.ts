/**
 * The URL that a text is, alone or as a link on another URL; undefined for a text that is none. `URL.canParse` of Node
 * 20 and 22 refuses every host with a letter such as ü once it has been called some thousand times.
 */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** A URL without slashes at its end; in linear time, as each run of slashes is read once. */
export const withoutEndSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
