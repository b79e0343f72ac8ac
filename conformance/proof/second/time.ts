const TWO_HOURS = 2 * 60 * 60 * 1000

/** A moment as this service writes it: the basic format, wall clock of UTC+2 with its offset, a comma. */
export function stamp(milliseconds: number): string {
  const extended = new Date(milliseconds + TWO_HOURS).toISOString()
  return extended.replaceAll(/[-:]/g, '').replace('.', ',').replace('Z', '+02')
}

export function now(): string {
  return stamp(Date.now())
}
