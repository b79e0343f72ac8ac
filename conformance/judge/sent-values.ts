import { mapValues } from '../../src/contract/objects.ts'
import values from './sent-values.json' with { type: 'json' }

/** An id that no resource of a server is likely to have. */
export const unknownId = 2_147_483_000

/** A UUID that no resource of a server is likely to have. */
export const unknownUuid = '00000000-0000-4000-8000-000000000000'

/** A text in the form of an image tag, which has neither capitals nor spaces. */
export const asImageTag = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** A UUID that no resource is likely to have, and that differs from a given UUID only in its last twelve digits. */
export const uuidLike = (uuid: string): string =>
  uuid.slice(0, -12) + (uuid.endsWith(digits) ? digits.replaceAll(/\d/g, '0') : digits)

const digits = '0123456789ab'

/** Texts that show whether a server cuts, folds or escapes values; some have signs that are special in templates or URLs. */
export const varietyOf = values.texts

/** A text of words with a given length. It does not end with a space, which many servers remove. */
const longText = (length: number): string =>
  `${'A long conformance text. '.repeat(length / 25 + 1).slice(0, length - 1)}.`

/** A text of `length` characters without a space. */
export const solid = (length: number): string => 'Abcdefghi-'.repeat(length / 10 + 1).slice(0, length)

/** Texts of a length in characters; of an `accented` one, each character has two bytes. */
const ofLength: Readonly<Record<string, (length: number) => string>> = {
  long: longText,
  solid,
  accented: (length) => `${'äöüß'.repeat(length / 4 + 1).slice(0, length - 1)}é`,
}

/** A text of a JSON file: `@{latin}` in it is one of `varietyOf`, `@{long 60}` a text of 60 characters. */
export const inFull = (text: string): string =>
  text.replaceAll(/@\{(\w+) ?(\d*)\}/g, (_, name: string, length: string) =>
    String(ofLength[name]?.(Number(length)) ?? Reflect.get(varietyOf, name)),
  )

/**
 * Fields of the body of an operation with values of various kinds, grouped by request; a server may refuse some. Among
 * them are numbers that exceed a type of 8, 16, 24 or 32 bits, and, at the end, sizes other than those of any node, so
 * that an update of one field shows whether it resets others.
 */
export const valuesFor = (id: 'updateNode' | 'updateServerStartup' | 'createUser') =>
  values[id].map((fields) =>
    mapValues<string, unknown, unknown>(fields, (value) =>
      typeof value === 'string' ? inFull(value) : value,
    ),
  )

/** The value of the second variable, which another variable gets only in one request and which fits most rules. */
export const secondValue = '73'

/** Values for a variable that accepts any text, first that of another variable; a server may refuse some. */
export const environmentValues: readonly string[] = [secondValue, ...values.environment.map(inFull)]
