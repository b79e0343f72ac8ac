import { useMemo, useState } from 'preact/hooks'
import { filtered, isObject, valueAt } from '../../../contract/objects.ts'
import { Button, CopyButton } from '../parts/buttons.tsx'
import { Detail } from '../parts/detail.tsx'
import { Form } from '../parts/form.tsx'
import { JsonView } from '../parts/json-view.tsx'
import { lookOf } from '../parts/list.tsx'
import { Pairs } from '../parts/view.tsx'
import type { Field } from '../pure/form-body.ts'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { type DataRow, fieldsIn, idsIn, labelOf, referencesOf, type Tables, tables } from '../state/data.ts'
import { go } from '../state/place.ts'

type Props = Readonly<{ table: string; row: DataRow; tables: Tables }>

/** All fields of a row, and the rows that refer to it. */
export function RowDetail({ table, row, tables }: Props) {
  const [isEdited, setEdited] = useState(false)
  const references = referencesOf(table)
  const remove = async () => {
    await control('DELETE', `rows/${table}/${row.id}`)
    go('data', table)
  }
  const show = (field: string, value: unknown) =>
    isLong(value) ? <JsonView of={value} label={field} /> : <Cell value={value} to={references.get(field)} />
  return (
    <Detail
      label={`Row ${row.id} of ${table}`}
      title={
        <>
          <span class="mono quiet">
            {table} {row.id}
          </span>{' '}
          {labelOf(row)}
        </>
      }
      actions={
        <>
          <Button aria-pressed={isEdited} press={() => setEdited(!isEdited)}>
            Edit
          </Button>
          <Button question="Delete this row?" press={remove} done={`Row ${row.id} of ${table} is deleted.`}>
            Delete
          </Button>
          <CopyButton text={JSON.stringify(row, null, 2)} what="the row as JSON" />
        </>
      }
    >
      {isEdited ? (
        <RowForm table={table} row={row} onEnd={() => setEdited(false)} />
      ) : (
        <Pairs
          look="ruled mono"
          of={Object.entries(row).map(([field, value]) => [field, show(field, value)])}
        />
      )}
      <PointingHere table={table} id={row.id} tables={tables} />
    </Detail>
  )
}

const isLong = (value: unknown): boolean =>
  (typeof value === 'string' && value.includes('\n')) || (isObject(value) && Object.keys(value).length > 0)

function PointingHere({ table, id, tables }: Readonly<{ table: string; id: number; tables: Tables }>) {
  const pointing = useMemo(() => pointingAt(table, id, tables), [table, id, tables])
  if (pointing.length === 0) return null
  const showAll = (from: string, field: string) => {
    lookOf(from).search.value = `${field}=${id}`
    lookOf(from).page.value = 0
  }
  return (
    <>
      <h3>Referenced by</h3>
      <ul class="pointing mono">
        {pointing.map(({ from, field, ids }) => (
          <li key={`${from} ${field}`}>
            <a href={hashOf('data', from)} onClick={() => showAll(from, field)}>
              {ids.length} {ids.length === 1 ? from.replace(/s$/, '') : from}
            </a>{' '}
            <span class="quiet">in {field}</span>
            <References to={from} ids={ids} most={8} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The rows of each table that refer to a row, by the field that does. */
const pointingAt = (table: string, id: number, tables: Tables) =>
  [...tables].flatMap(([from, all]) =>
    [...referencesOf(from)]
      .filter(([, to]) => to === table)
      .map(([field]) => {
        const rows = [...all.values()].filter((row) => idsIn(row[field]).includes(id))
        return { from, field, ids: rows.map((row) => row.id) }
      })
      .filter(({ ids }) => ids.length > 0),
  )

interface CellProps {
  readonly value: unknown
  /** The table to which the value refers by an id, or a list of ids. */
  readonly to: string | undefined
  /** Number of items of a list that are shown; all by default. */
  readonly most?: number
}

/** A value of a row; the id of another row is a link to it. */
export function Cell({ value, to, most }: CellProps) {
  if (value === null || value === undefined) return <span class="quiet">null</span>
  if (to !== undefined) return <References to={to} ids={idsIn(value)} most={most} />
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'quiet'}>{value ? 'yes' : 'no'}</span>
  if (value === '') return <span class="quiet">empty</span>
  if (typeof value !== 'string') return <>{JSON.stringify(value)}</>
  return (
    <>
      {/^#[0-9a-f]{6}$/i.test(value) && <span class="dot" style={{ background: value }} />} {value}
    </>
  )
}

type ReferencesProps = Readonly<{ to: string; ids: readonly number[]; most?: number | undefined }>

/** Links to rows, by id and name. */
function References({ to, ids, most = ids.length }: ReferencesProps) {
  const rows = tables.value?.get(to)
  if (ids.length === 0) return <span class="quiet">none</span>
  return (
    <span class="references">
      {ids.slice(0, most).map((id) => (
        <a key={id} href={hashOf('data', to, id)}>
          <span class="quiet">{id}</span> {labelOf(rows?.get(id))}
        </a>
      ))}
      {ids.length > most && <span class="quiet">+{ids.length - most}</span>}
    </span>
  )
}

interface FormProps {
  readonly table: string
  /** The row to edit; undefined for a new row. */
  readonly row?: DataRow
  /** Is called with the id of a new row, or without one after an edit and when the form is cancelled. */
  readonly onEnd: (made?: number) => void
}

/** The fields of a new or edited row. Only fields that were typed into or changed are sent; the server checks them. */
export function RowForm({ table, row: current, onEnd }: FormProps) {
  // Others can change the row meanwhile, and those changes stay.
  const row = useMemo(() => current, [])
  // An empty text is null, unless it was an empty string before.
  const isNull = ({ name, isNullable }: Field) => row && isNullable && valueAt(row, name) !== ''
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
      fields={fieldsIn(table).map((field) => (isNull(field) ? { ...field, blank: null } : field))}
      values={row ?? {}}
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
