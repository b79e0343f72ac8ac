import { isObject } from '../../objects.ts'
import type { Json, JsonObject } from './edit.ts'

/** A field of an example: name, such as `limits.memory`, JSON pointer and value. */
export interface Field {
  readonly name: string
  readonly pointer: string
  readonly value: Json
}

/** Objects whose keys are data, not fields. Sections 2.1, 2.5 and 2.8. */
export const maps: readonly string[] = ['links', 'docker_images', 'files', 'find', 'environment']

/** Every field of an object, nested ones included, without `relationships`. */
export function fieldsOf(object: JsonObject, base = '', prefix = ''): Field[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (key === 'relationships') return []
    const field = { name: prefix + key, pointer: `${base}/${key}`, value }
    if (!isObject(value) || maps.includes(key)) return [field]
    return [field, ...fieldsOf(value, field.pointer, `${field.name}.`)]
  })
}

/** Values of a type that the field does not have, each with a name. */
export function wrongValues({ name, value }: Field): [what: string, wrong: Json][] {
  const key = name.split('.').at(-1) ?? name
  if (typeof value === 'boolean') {
    return [
      ['0 for a boolean', 0],
      ['1 for a boolean', 1],
      ['text for a boolean', 'true'],
    ]
  }
  if (typeof value === 'number') {
    return [
      ['a numeric string', String(value)],
      ['a fraction', 1.5],
      ['a boolean for an integer', true],
      ['an array for an integer', [value]],
    ]
  }
  if (typeof value === 'string') {
    const other: [string, Json][] = [
      ['a number for text', 7],
      ['a boolean for text', true],
      ['an array for text', [value]],
      ['an object for text', { value }],
    ]
    const times: [string, Json][] = [
      ['a timestamp in Z', '2026-03-02T14:10:00Z'],
      ['a timestamp without an offset', '2026-03-02T14:10:00'],
    ]
    return key.endsWith('_at') ? [...other, ...times] : other
  }
  if (Array.isArray(value)) {
    const other: [string, Json][] = [
      ['an empty object for an array', {}],
      ['text for an array', 'one'],
    ]
    return value.every((item) => typeof item === 'string')
      ? [...other, ['an array of numbers', [1, 2]]]
      : other
  }
  const other: [string, Json][] = [
    ['an empty array for an object', []],
    ['text for an object', 'none'],
  ]
  return maps.includes(key) ? [...other, ['an object of numbers', { one: 1 }]] : other
}
