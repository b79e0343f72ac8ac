import { type Signal, signal } from '@preact/signals'
import { isObject } from '../../../contract/objects.ts'
import {
  bodyFrom,
  type Field,
  parsed,
  type Value,
  type Values,
  valueAt,
  valuesFrom,
} from '../pure/form-body.ts'
import { errorsByField } from '../pure/refusal-text.ts'

/** What a form edits, as fields or as JSON. */
export interface Draft<F extends Field = Field> {
  readonly fields: readonly F[]
  readonly values: Signal<Values>
  readonly mode: Signal<'fields' | 'json'>
  readonly json: Signal<string>
  /** Error messages by field; the message about a field disappears when the field changes. */
  readonly errors: Signal<ReadonlyMap<string, string>>
}

export const draftFrom = (fields: readonly Field[], example: unknown): Draft => ({
  fields,
  values: signal(valuesFrom(fields, example)),
  mode: signal(fields.length === 0 ? 'json' : 'fields'),
  json: signal(JSON.stringify(example, null, 2)),
  errors: signal(new Map()),
})

/** A draft whose fields are empty and not sent, but for required choices and the given values. */
export function emptyDraft(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Draft {
  const draft = draftFrom(fields, values)
  const isShown = ({ name, isRequired }: Field) => isRequired || valueAt(values, name) !== undefined
  const blank = fields
    .filter((field) => !isShown(field))
    .map(({ name }) => [name, { isSent: false, text: '' }])
  draft.values.value = { ...draft.values.value, ...Object.fromEntries(blank) }
  return draft
}

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
    const texts = Object.entries(valuesFrom(fields, body))
    values.value = Object.fromEntries(
      texts.map(([name, value]) => [name, { ...value, isSent: valueAt(body, name) !== undefined }]),
    )
  }
  mode.value = next
}
