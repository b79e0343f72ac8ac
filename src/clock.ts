/** Tells the moment of a request: ISO 8601 in UTC, whole seconds, numeric offset. Section 2.1 item 4. */
export type Clock = () => string

/** A moment as the API writes it. */
export const isoSeconds = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`

/** The wall clock, or one that stands still. */
export const clockAt = (fixed?: number): Clock =>
  fixed === undefined ? () => isoSeconds(Date.now()) : () => isoSeconds(fixed)
