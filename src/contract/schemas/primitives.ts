import { type TSchema, Type } from '@sinclair/typebox'

/**
 * A moment as section 2.1 item 4 has it: ISO 8601 with a numeric offset
 * (`+hh:mm`, `+hhmm` or `+hh`), never `Z`. Whether the calendar has that day is
 * a second question, which the pattern alone cannot answer.
 */
export const timestamp = () =>
  Type.String({
    pattern:
      '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:[.,]\\d+)?[+-](?:0\\d|1\\d|2[0-3])(?::?[0-5]\\d)?$',
    says: 'a timestamp: ISO 8601 with a numeric UTC offset',
  })

/** A UUID in its usual writing, of any version and in either case. */
export const uuid = () =>
  Type.String({
    pattern: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    says: 'a UUID',
  })

/** A host name, internationalised or not, or an IP address. Section 2.2. */
export const host = () =>
  Type.String({
    pattern:
      '^(?:[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}_])?(?:\\.[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}_])?)*\\.?|\\[?[0-9A-Fa-f]*:[0-9A-Fa-f:.]*\\]?)$',
    maxLength: 253,
    says: 'a host name or an IP address',
  })

/** A TCP port. */
export const port = () => Type.Integer({ minimum: 0, maximum: 65535, says: 'a port number' })

/** A colour as hexadecimal digits behind `#`. Section 2.4. */
export const hexColour = () =>
  Type.String({
    pattern: '^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
    says: 'a hex colour with a leading #',
  })

/** An e-mail address; of its two halves the document says nothing more. Section 2.10. */
export const email = () => Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', says: 'an e-mail address' })

/** A URL, absolute or from the root of the host. */
export const url = () => Type.String({ pattern: '^(?:[A-Za-z][A-Za-z0-9+.-]*:|/)\\S*$', says: 'a URL' })

/** An algorithm, a colon and a digest in hexadecimal digits. Section 2.12. */
export const checksum = () =>
  Type.String({
    pattern: '^[^:\\s]+:[0-9A-Fa-f]+$',
    says: 'an algorithm prefix, a colon and a hex digest',
  })

/** An object whose every value is a string. */
export const stringMap = () =>
  Type.Record(Type.String(), Type.String(), { says: 'an object mapping strings to strings' })

/**
 * A field whose meaning is optional: null or absence is observed, not judged.
 * The mark lets `strict` turn it back into a field that must be there.
 */
export const loose = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()], { loose: true }))
