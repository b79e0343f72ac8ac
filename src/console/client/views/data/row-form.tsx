import { useMemo } from 'preact/hooks'
import { filtered, isObject, valueAt } from '../../../../contract/objects.ts'
import { Button } from '../../parts/buttons.tsx'
import { Form } from '../../parts/form.tsx'
import { control } from '../../state/control.ts'
import { type DataRow, fieldsIn } from '../../state/data.ts'
import { draftFrom } from '../../state/draft.ts'

interface Props {
  readonly table: string
  /** The row to edit; undefined for a new row. */
  readonly row?: DataRow
  /** Is called with the id of a new row, or without one after an edit and when the form is cancelled. */
  readonly onEnd: (made?: number) => void
}

/** The fields of a new or edited row. Only fields that were typed into or changed are sent; the server checks them. */
export function RowForm({ table, row: current, onEnd }: Props) {
  // Others can change the row meanwhile, and those changes stay.
  const row = useMemo(() => current, [table, current?.id])
  const draft = useMemo(() => {
    const fields = fieldsIn(table)
    if (!row) return draftFrom(fields, {}, { isEmpty: true })
    // An empty text is null, unless it was an empty string before.
    const isNull = (name: string) => valueAt(row, name) !== ''
    const nullable = fields.map((field) =>
      field.isNullable && isNull(field.name) ? { ...field, blank: null } : field,
    )
    return draftFrom(nullable, row)
  }, [table, row])
  const changed = (body: unknown): Readonly<Record<string, unknown>> =>
    filtered(isObject(body) ? body : {}, (name, value) => !isSame(value, row?.[name]))
  const send = async (body: unknown) => {
    if (row) {
      await control('PATCH', `rows/${table}/${row.id}`, changed(body))
      return onEnd()
    }
    const { rows } = await control<{ rows: Record<string, DataRow[]> }>('POST', 'rows', { [table]: body })
    onEnd(rows[table]?.[0]?.id)
  }
  return (
    <Form
      label="Row"
      draft={draft}
      look={row ? 'edit' : 'add'}
      hasJson
      submit={row ? 'Save' : 'Add'}
      check={(body) => (isObject(body) ? undefined : { detail: 'A row is a JSON object.' })}
      says={(body) => `${row ? 'Changed' : 'Given'} fields: ${Object.keys(changed(body)).length}.`}
      send={send}
      done={() => (row ? 'The row is saved.' : 'The row is added.')}
    >
      <Button look="" press={() => onEnd()}>
        Cancel
      </Button>
    </Form>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
