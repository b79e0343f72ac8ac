/** Percent-encoded byte by byte, also what `encodeURIComponent` does not take. */
export const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
