import type { Signal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { Field, Value, Values } from '../pure/form-body.ts'
import { labelOf, loadTables, tables } from '../state/data.ts'
import { Icon } from './icon.tsx'
import { FieldName, Sentence } from './text.tsx'

/**
 * How a form shows its fields: `send` has a checkbox that says whether a field is sent; `edit` sends all fields; `add`
 * and `words` do not send empty fields. The labels of `words` are in words, the others are the names of the API.
 */
export type FieldLook = 'send' | 'edit' | 'add' | 'words'

interface Props {
  readonly field: Field & { readonly in?: string }
  readonly look: FieldLook
  readonly values: Signal<Values>
  readonly error: string | undefined
  /** Whether the field is invalid although no message is shown at it. */
  readonly isInvalid?: boolean
  readonly onChange: (next: Partial<Value>) => void
}

/** A field with its label, its input, and the error about it. */
export function FieldRow({ field, look, values, error, isInvalid = false, onChange }: Props) {
  const id = useId()
  const { name, description, in: place } = field
  const { isSent, text } = values.value[name] ?? { isSent: false, text: '' }
  const isFixed = place === 'path'
  const isEmptyUnsent = look === 'add' || look === 'words'
  return (
    <div class={`field ${look === 'send' && !isSent ? 'unsent' : ''}`}>
      {look === 'send' && (
        <input
          type="checkbox"
          checked={isSent}
          disabled={isFixed}
          aria-label={`Send ${name}`}
          title={isFixed ? 'required in the path' : `Send ${name}`}
          onChange={(event) => onChange({ isSent: event.currentTarget.checked })}
        />
      )}
      <label for={id} title={description} class={look === 'words' ? '' : 'mono'}>
        {look === 'words' ? inWords(name) : <FieldName name={name} />}
        {look === 'send' && place && <span class="field-note"> {place}</span>}
      </label>
      <Input
        field={field}
        common={{
          id,
          class: look === 'words' ? '' : 'mono',
          value: text,
          'aria-invalid': isInvalid || error !== undefined,
          'aria-describedby': `${id}-hint`,
          placeholder: look === 'add' ? 'generated' : field.blank === null ? 'null' : undefined,
        }}
        isOptional={isEmptyUnsent && !field.isRequired}
        onText={(text) => onChange({ text, isSent: !isEmptyUnsent || text !== '' })}
      />
      <p id={`${id}-hint`} class={error === undefined ? 'hint' : 'field-error'}>
        {error !== undefined ? (
          <Sentence text={error} />
        ) : field.table !== undefined && field.kind !== 'json' ? (
          <RowName table={field.table} id={text} />
        ) : (
          look === 'words' && <Sentence text={description} />
        )}
      </p>
    </div>
  )
}

/** The name of a field of the control API in words: `retryAfter` is "Retry after". */
const inWords = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface InputProps {
  readonly field: Field
  readonly common: {
    readonly id: string
    readonly class: string
    readonly value: string
    readonly [name: string]: unknown
  }
  /** Whether a choice can be left out. */
  readonly isOptional: boolean
  readonly onText: (text: string) => void
}

type TypedInto = { readonly currentTarget: { readonly value: string } }

function Input({ field, common, isOptional, onText }: InputProps) {
  const typed = { ...common, onInput: (event: TypedInto) => onText(event.currentTarget.value) }
  const { value } = common
  if (field.table !== undefined) {
    return field.kind === 'json' ? (
      <IdList table={field.table} common={common} onText={onText} />
    ) : (
      <IdInput table={field.table} typed={typed} value={value} />
    )
  }
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices.map((choice) => choice.text)
  if (choices.length > 0) {
    const all = isOptional || field.blank !== undefined ? ['', ...choices] : choices
    return (
      <select {...typed}>
        {(all.includes(value) ? all : [value, ...all]).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'json' || value.includes('\n')) {
    return (
      <textarea {...typed} rows={Math.min(10, Math.max(2, value.split('\n').length))} spellcheck={false} />
    )
  }
  return (
    <input
      {...typed}
      type="text"
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      required={field.isRequired && isOptional}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
    />
  )
}

/** Number of suggested rows. */
const most = 100

/** A field for an id, which suggests rows whose id or name has the typed text. */
function IdInput({
  table,
  typed,
  value,
}: {
  readonly table: string
  readonly typed: Readonly<Record<string, unknown>>
  readonly value: string
}) {
  const list = useId()
  useEffect(() => void loadTables().catch(() => {}), [])
  const words = value.toLowerCase()
  const rows = [...(tables.value?.get(table)?.values() ?? [])]
  const found = rows.filter((row) => `${row.id} ${labelOf(row).toLowerCase()}`.includes(words))
  return (
    <>
      <input {...typed} type="text" list={list} autocomplete="off" spellcheck={false} />
      <datalist id={list}>
        {found.slice(0, most).map((row) => (
          <option key={row.id} value={row.id}>
            {labelOf(row)}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The name of the row with this id. */
const RowName = ({ table, id }: { readonly table: string; readonly id: string }) => {
  const rows = tables.value?.get(table)
  if (id === '' || !rows) return null
  const row = rows.get(Number(id))
  return <>{row ? labelOf(row) : `There is no row ${id} in ${table}.`}</>
}

/** A field for a list of ids: each with a button that removes it, and a menu that adds one. */
function IdList({
  table,
  common,
  onText,
}: Omit<InputProps, 'field' | 'isOptional'> & { readonly table: string }) {
  useEffect(() => void loadTables().catch(() => {}), [])
  const rows = tables.value?.get(table) ?? new Map()
  const ids = [...common.value.matchAll(/\d+/g)].map(Number)
  const put = (next: readonly number[]) => onText(JSON.stringify(next))
  return (
    <div class="ids">
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          class="chip"
          aria-label={`Remove ${id} ${labelOf(rows.get(id))}`}
          onClick={() => put(ids.filter((each) => each !== id))}
        >
          {id} {labelOf(rows.get(id))} <Icon name="cross" />
        </button>
      ))}
      <select
        id={common.id}
        value=""
        aria-describedby={`${common.id}-hint`}
        onChange={(event) => put([...ids, Number(event.currentTarget.value)])}
      >
        <option value="">add …</option>
        {[...rows.values()]
          .filter(({ id }) => !ids.includes(id))
          .map((row) => (
            <option key={row.id} value={row.id}>
              {row.id} {labelOf(row)}
            </option>
          ))}
      </select>
    </div>
  )
}
