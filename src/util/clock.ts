/** Tells the moment of a request: ISO 8601 in UTC, whole seconds, numeric offset. Section 2.1 item 4. */
export type Clock = () => string

/** A moment as the API writes it. */
export const isoSeconds = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`

/** The wall clock, or one that stands still. */
export function clockAt(fixed?: number): Clock {
  let told = { second: Number.NaN, text: '' }
  return () => {
    const second = Math.floor((fixed ?? Date.now()) / 1000)
    if (second !== told.second) told = { second, text: isoSeconds(second * 1000) }
    return told.text
  }
}
