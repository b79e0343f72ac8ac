import { type Field, inside, shown } from '../util/field.ts'
import { ControlError } from './control-error.ts'

/** The fields that an object can have, by name, each with its rule and whether it is required. */
export type Fields = Readonly<Record<string, Field & { readonly isRequired?: true }>>

/** @param most maximum number of characters */
export const text = (most = Number.POSITIVE_INFINITY): Field => ({
  right: `a string that is not empty${most === Number.POSITIVE_INFINITY ? '' : `, of at most ${most} characters`}`,
  rule: 'string',
  holds: (value) => typeof value === 'string' && value !== '' && value.length <= most,
})

export const toggle: Field = {
  right: 'true or false',
  rule: 'boolean',
  holds: (value) => typeof value === 'boolean',
}

/**
 * Checks the fields of a value from a caller without types, such as an HTTP request or a JavaScript program.
 * @param subject the name of the value at the start of an error message
 * @param place the path of the value, in front of the names of its fields
 * @throws ControlError for the first wrong field
 */
export function checkFields(value: unknown, fields: Fields, subject: string, place = ''): void {
  checkObject(value, subject, place)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) {
    const names = Object.keys(fields).join(', ')
    throw wrong(
      `${subject} takes no ${shown(unknown)}; it takes ${names}.`,
      inside(place, unknown),
      'prohibited',
    )
  }
  for (const [name, { right, rule, holds, isRequired }] of Object.entries(fields)) {
    const given: unknown = value[name]
    const field = inside(place, name)
    if (given === undefined && !isRequired) continue
    if (given === undefined) throw wrong(`${subject} must have a \`${field}\`: ${right}.`, field, 'required')
    if (!holds(given)) throw wrong(`The \`${field}\` must be ${right}, not ${shown(given)}.`, field, rule)
  }
}

/** @throws ControlError for a value that is not an object, and for a list */
export function checkObject(
  value: unknown,
  subject: string,
  place = '',
): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw wrong(`${subject} must be an object, not ${shown(value)}.`, place, 'object')
}

const wrong = (sentence: string, field: string, rule: string): ControlError =>
  new ControlError(422, sentence, { field, rule })
