import { useState } from 'preact/hooks'
import { control } from '../../state/control.ts'
import type { DataRow } from '../../state/data.ts'
import { doing } from '../../state/notices.ts'

interface Props {
  readonly table: string
  readonly row: DataRow
  readonly onEnd: () => void
}

/** A row as editable JSON. Only changed fields are sent, and the server checks them. */
export function RowEditor({ table, row, onEnd }: Props) {
  const { id, ...fields } = row
  const [text, setText] = useState(() => JSON.stringify(fields, null, 2))
  const edited = objectIn(text)
  const changes = edited && Object.entries(edited).filter(([name, value]) => !isSame(value, row[name]))
  const save = async () => {
    const body = Object.fromEntries(changes ?? [])
    const isSaved = await doing(control('PATCH', `rows/${table}/${id}`, body), 'The row is saved.')
    if (isSaved) onEnd()
  }
  return (
    <form
      class="row-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <textarea
        class="mono raw"
        aria-label="Row as JSON"
        aria-invalid={edited === undefined}
        rows={Math.min(20, text.split('\n').length)}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="buttons">
        <button type="submit" class="primary" disabled={!changes?.length}>
          Save
        </button>
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
        <span class="hint" role="status">
          {edited === undefined
            ? 'The text must be a JSON object.'
            : `Changed fields: ${changes?.length ?? 0}.`}
        </span>
      </p>
    </form>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // The keys of a parsed object are strings.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
