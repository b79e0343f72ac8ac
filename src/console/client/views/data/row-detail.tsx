import { useMemo, useState } from 'preact/hooks'
import { isObject } from '../../../../contract/objects.ts'
import { Button, CopyButton } from '../../parts/buttons.tsx'
import { Detail } from '../../parts/detail.tsx'
import { ValueView } from '../../parts/json-view.tsx'
import { lookOf } from '../../parts/list.tsx'
import { Pairs } from '../../parts/view.tsx'
import { control } from '../../state/control.ts'
import { type DataRow, idsIn, labelOf, referencesOf, type Tables } from '../../state/data.ts'
import { go } from '../../state/place.ts'
import { Cell, References } from './cell.tsx'
import { RowForm } from './row-form.tsx'

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
    isLong(value) ? (
      <ValueView value={value} label={field} />
    ) : (
      <Cell value={value} to={references.get(field)} />
    )
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
    go('data', from)
  }
  return (
    <>
      <h3>Referenced by</h3>
      <ul class="pointing mono">
        {pointing.map(({ from, field, ids }) => (
          <li key={`${from} ${field}`}>
            <Button look="link mono" press={() => showAll(from, field)}>
              {ids.length} {ids.length === 1 ? from.replace(/s$/, '') : from}
            </Button>{' '}
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
