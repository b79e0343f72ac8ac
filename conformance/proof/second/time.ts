const TWO_HOURS = 2 * 60 * 60 * 1000

/** A moment as this service writes it: wall clock of UTC+2 with its offset. */
export function stamp(milliseconds: number): string {
  return new Date(milliseconds + TWO_HOURS).toISOString().replace('Z', '+02:00')
}

export function now(): string {
  return stamp(Date.now())
}
