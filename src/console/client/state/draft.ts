import { signal } from '@preact/signals'
import { isObject, parsed, valueAt } from '../../../contract/objects.ts'
import { bodyFrom, type Field, type Filling, type Value, valuesFrom } from '../pure/form-body.ts'
import { errorsByField } from '../pure/refusal-text.ts'

/** @param given the body, or a part of it */
export const draftFrom = (fields: readonly Field[], given: unknown, filling?: Filling) => ({
  fields,
  values: signal(valuesFrom(fields, given, filling)),
  mode: signal<'fields' | 'json'>('fields'),
  json: signal(JSON.stringify(given, null, 2)),
  /** Error messages by field; the message about a field disappears when the field changes. */
  errors: signal<ReadonlyMap<string, string>>(new Map()),
})

/** The content of a form, as fields or as JSON. */
export type Draft = ReturnType<typeof draftFrom>

/** The body as text, which may be invalid JSON. */
export const textOf = ({ fields, values, mode, json }: Draft): string =>
  mode.value === 'json' ? json.value : JSON.stringify(bodyFrom(fields, values.value))

/** Changes a field of a form, and removes the error message about it. */
export function change({ values, errors }: Draft, name: string, next: Partial<Value>): void {
  const { isSent = false, text = '' } = values.value[name] ?? {}
  values.value = { ...values.value, [name]: { isSent, text, ...next } }
  if (errors.value.has(name)) errors.value = new Map([...errors.value].filter(([each]) => each !== name))
}

/** Shows the errors in the body of a response at their fields. */
export function showErrors({ fields, errors }: Draft, body: unknown): void {
  errors.value = errorsByField(
    body,
    fields.map(({ name }) => name),
  )
}

/** Switches between fields and JSON, and converts the entered values. */
export function changeMode({ fields, values, mode, json }: Draft, next: 'fields' | 'json'): void {
  if (next === 'json' && mode.value === 'fields') {
    json.value = JSON.stringify(bodyFrom(fields, values.value), null, 2)
  }
  // Invalid JSON cannot be shown as fields, which keep their values.
  const body = next === 'fields' && mode.value === 'json' ? parsed(json.value) : undefined
  if (isObject(body)) {
    values.value = valuesFrom(fields, body, { isSent: ({ name }) => valueAt(body, name) !== undefined })
  }
  mode.value = next
}
