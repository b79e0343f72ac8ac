/** Returns the current time: ISO 8601 in UTC, whole seconds, numeric offset. Section 2.1 item 4. */
export type Clock = () => string

/** A time as the API writes it. @param milliseconds since 1970 */
export const isoSeconds = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`

/** The last millisecond that a timestamp can name, which has four digits for the year. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** The system clock, or a clock with a fixed time. @param fixed milliseconds since 1970 */
export const clockAt =
  (fixed?: number): Clock =>
  () =>
    isoSeconds(fixed ?? Math.min(Date.now(), latest))
