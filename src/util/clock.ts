/** Returns the current time: ISO 8601 in UTC, whole seconds, numeric offset. Section 2.1 item 4. */
export type Clock = () => string

/** A time as the API writes it. @param milliseconds since 1970 */
export const isoSeconds = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`

/** The system clock, or a clock with a fixed time. @param fixed milliseconds since 1970 */
export const clockAt =
  (fixed?: number): Clock =>
  () =>
    isoSeconds(fixed ?? Date.now())
