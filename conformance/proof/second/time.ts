const TWO_HOURS = 2 * 60 * 60 * 1000

/** A timestamp in the format of this server: ISO 8601 basic format, UTC+2 with its offset, and a decimal comma. */
export function stamp(milliseconds: number): string {
  const extended = new Date(milliseconds + TWO_HOURS).toISOString()
  return extended.replaceAll(/[-:]/g, '').replace('.', ',').replace('Z', '+02')
}

export function now(): string {
  return stamp(Date.now())
}
