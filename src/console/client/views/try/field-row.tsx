import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { FieldName, Sentence } from '../../parts/text.tsx'
import type { Field, Value, Values } from '../../pure/form-body.ts'

interface Props {
  readonly field: Field
  readonly values: Signal<Values>
  readonly note?: string
  /** The error message of the latest response about the field. */
  readonly error: string | undefined
}

/** A field with a checkbox that says whether the field is sent. Typing checks the box. */
export function FieldRow({ field, values, note, error }: Props) {
  const id = useId()
  const value = values.value[field.name] ?? { isSent: false, text: '' }
  const put = (next: Partial<Value>) => {
    values.value = { ...values.value, [field.name]: { ...value, isSent: true, ...next } }
  }
  return (
    <div class={`field ${value.isSent ? '' : 'unsent'}`}>
      <input
        type="checkbox"
        checked={value.isSent}
        disabled={note === 'path'}
        aria-label={`Send ${field.name}`}
        title={note === 'path' ? 'required in the path' : `Send ${field.name}`}
        onChange={(event) => put({ isSent: event.currentTarget.checked })}
      />
      <label for={id} title={field.description}>
        <span class="mono">
          <FieldName name={field.name} />
        </span>{' '}
        {note && <span class="field-note">{note}</span>}
      </label>
      <Input
        id={id}
        field={field}
        text={value.text}
        error={error && `${id}-error`}
        onText={(text) => put({ text })}
      />
      {error && (
        <p id={`${id}-error`} class="field-error">
          <Sentence text={error} />
        </p>
      )}
    </div>
  )
}

interface InputProps {
  readonly id: string
  readonly field: Field
  readonly text: string
  /** Id of the element that shows an error. */
  readonly error: string | undefined
  readonly onText: (text: string) => void
}

function Input({ id, field, text, error, onText }: InputProps) {
  const common = {
    id,
    class: 'mono',
    value: text,
    'aria-invalid': error !== undefined,
    'aria-describedby': error,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onText(event.currentTarget.value),
  }
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices.map((choice) => choice.text)
  if (choices.length > 0) {
    return (
      <select {...common}>
        {(choices.includes(text) ? choices : [text, ...choices]).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'json' || text.includes('\n')) {
    return (
      <textarea {...common} rows={Math.min(10, Math.max(2, text.split('\n').length))} spellcheck={false} />
    )
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={field.kind === 'number' ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
    />
  )
}
