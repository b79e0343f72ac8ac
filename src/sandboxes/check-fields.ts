import { type Field, inside, shown } from '../util/field.ts'
import { ControlError } from './control-error.ts'

/** What can be given, by name, and which of it must be. */
export type Fields = Readonly<Record<string, Field & { readonly isRequired?: true }>>

/** @param most characters that it may have */
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
 * Checks what callers give, who may be programs without types, or HTTP.
 * @param subject what it is, at the start of a sentence
 * @param place what it stands in, in front of the names of its fields
 * @throws ControlError for the first thing that is wrong
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

/** @throws ControlError for what has no fields, lists among it */
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
