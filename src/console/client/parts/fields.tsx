import { useEffect, useId } from 'preact/hooks'
import { capitalized } from '../../../contract/checking/words.ts'
import type { Field } from '../pure/form-body.ts'
import { labelOf, loadTables, tables } from '../state/data.ts'
import { change, type Draft } from '../state/draft.ts'
import { Button } from './buttons.tsx'
import { Icon } from './icon.tsx'
import { FieldName, Sentence } from './text.tsx'

/**
 * How a form shows its fields: `send` has a checkbox that says whether a field is sent; `edit` sends all fields; `add`
 * and `words` do not send empty fields. The labels of `words` are in words, the others are the names of the API.
 */
export type FieldLook = 'send' | 'edit' | 'add' | 'words'

interface Props {
  readonly field: Field
  readonly look: FieldLook
  readonly draft: Draft
  /** Whether the field is invalid although no message is shown at it. */
  readonly isInvalid: boolean
}

/** A field with its label, its input, and the error about it. */
export function FieldRow({ field, look, draft, isInvalid }: Props) {
  const id = useId()
  const { name, description, in: place } = field
  const { isSent, text } = draft.values.value[name] ?? { isSent: false, text: '' }
  const error = draft.errors.value.get(name)
  const isFixed = place === 'path'
  const isWords = look === 'words'
  return (
    <div class={`field ${look === 'send' && !isSent ? 'unsent' : ''}`}>
      {look === 'send' && (
        <input
          type="checkbox"
          checked={isSent}
          disabled={isFixed}
          aria-label={`Send ${name}`}
          title={isFixed ? 'required in the path' : `Send ${name}`}
          onChange={(event) => change(draft, name, { isSent: event.currentTarget.checked })}
        />
      )}
      <label for={id} title={description} class={isWords ? '' : 'mono'}>
        {isWords ? inWords(name) : <FieldName name={name} />}
        {look === 'send' && place && <span class="quiet tiny"> {place}</span>}
      </label>
      <Input
        field={field}
        look={look}
        common={{
          id,
          class: isWords ? '' : 'mono',
          value: text,
          'aria-invalid': isInvalid || error !== undefined,
          'aria-describedby': `${id}-hint`,
        }}
        onText={(text) => change(draft, name, { text, isSent: !omitsEmpty(look) || text !== '' })}
      />
      <p id={`${id}-hint`} class={error === undefined ? 'hint' : 'hint bad'}>
        {error !== undefined ? (
          <Sentence text={error} />
        ) : field.table !== undefined && field.kind !== 'json' ? (
          <RowName table={field.table} id={text} />
        ) : (
          isWords && <Sentence text={description} />
        )}
      </p>
    </div>
  )
}

/** Whether empty fields are not sent. */
const omitsEmpty = (look: FieldLook): boolean => look === 'add' || look === 'words'

/** The name of a field of the control API in words: `retryAfter` is "Retry after". */
const inWords = (name: string): string =>
  capitalized(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

interface InputProps extends Pick<Props, 'field' | 'look'> {
  readonly common: { readonly id: string; readonly value: string; readonly [name: string]: unknown }
  readonly onText: (text: string) => void
}

type TypedInto = { readonly currentTarget: { readonly value: string } }

function Input({ field, look, common, onText }: InputProps) {
  // What an empty field stands for, and whether a choice can be left out.
  const blank = look === 'add' ? 'generated' : field.blank === null ? 'null' : ''
  const isOptional = omitsEmpty(look) && !field.isRequired
  const typed = { ...common, onInput: (event: TypedInto) => onText(event.currentTarget.value) }
  const { value } = common
  if (field.table !== undefined && field.kind === 'json') {
    return <IdList table={field.table} id={common.id} value={value} onText={onText} />
  }
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices.map((choice) => choice.text)
  if (choices.length > 0) {
    const all = isOptional || field.blank !== undefined ? ['', ...choices] : choices
    return (
      <select {...typed}>
        <Options all={(all.includes(value) ? all : [value, ...all]).map((each) => [each, each || blank])} />
      </select>
    )
  }
  if (field.kind === 'json' || value.includes('\n')) {
    const rows = Math.min(10, Math.max(2, value.split('\n').length))
    return <textarea {...typed} placeholder={blank} rows={rows} spellcheck={false} />
  }
  const list = field.table === undefined ? undefined : `${common.id}-rows`
  return (
    <>
      <input
        {...typed}
        type="text"
        list={list}
        placeholder={blank}
        inputMode={field.kind === 'number' && list === undefined ? 'decimal' : 'text'}
        required={field.isRequired && isOptional}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      {field.table !== undefined && <Suggestions id={`${common.id}-rows`} table={field.table} text={value} />}
    </>
  )
}

/** The options of a menu: the value and the text of each. */
export const Options = ({
  all,
}: Readonly<{ all: readonly (readonly [value: string | number, text: string])[] }>) =>
  all.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

/** The rows of a table, which are loaded where a form refers to them. */
function useRows(table: string) {
  useEffect(() => void loadTables().catch(() => {}), [])
  return tables.value?.get(table)
}

/** Number of suggested rows. */
const most = 100

/** Suggests rows whose id or name has the typed text. */
function Suggestions({ id, table, text }: Readonly<{ id: string; table: string; text: string }>) {
  const words = text.toLowerCase()
  const rows = [...(useRows(table)?.values() ?? [])]
  const found = rows.filter((row) => `${row.id} ${labelOf(row).toLowerCase()}`.includes(words))
  return (
    <datalist id={id}>
      <Options all={found.slice(0, most).map((row) => [row.id, labelOf(row)])} />
    </datalist>
  )
}

/** The name of the row with this id. */
const RowName = ({ table, id }: Readonly<{ table: string; id: string }>) => {
  const rows = tables.value?.get(table)
  if (id === '' || !rows) return null
  const row = rows.get(Number(id))
  return <>{row ? labelOf(row) : `There is no row ${id} in ${table}.`}</>
}

type IdListProps = Readonly<{ table: string; id: string; value: string; onText: (text: string) => void }>

/** A field for a list of ids: each with a button that removes it, and a menu that adds one. */
function IdList({ table, id: inputId, value, onText }: IdListProps) {
  const rows = useRows(table)
  const ids = [...value.matchAll(/\d+/g)].map(Number)
  const put = (next: readonly number[]) => onText(JSON.stringify(next))
  const nameOf = (id: number) => `${id} ${labelOf(rows?.get(id))}`
  const others = [...(rows?.keys() ?? [])].filter((id) => !ids.includes(id))
  return (
    <div class="ids">
      {ids.map((id) => (
        <Button key={id} title={`Remove ${nameOf(id)}`} press={() => put(ids.filter((each) => each !== id))}>
          {nameOf(id)} <Icon name="cross" />
        </Button>
      ))}
      <select
        id={inputId}
        value=""
        aria-describedby={`${inputId}-hint`}
        onChange={(event) => put([...ids, Number(event.currentTarget.value)])}
      >
        <option value="">add …</option>
        <Options all={others.map((id) => [id, nameOf(id)])} />
      </select>
    </div>
  )
}
