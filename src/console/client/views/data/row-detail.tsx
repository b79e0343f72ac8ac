import { useMemo, useState } from 'preact/hooks'
import { Action } from '../../parts/action.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ValueView } from '../../parts/json-view.tsx'
import { lookOf } from '../../parts/list.tsx'
import { Detail } from '../../parts/split.tsx'
import { FieldName } from '../../parts/text.tsx'
import { hashOf } from '../../pure/route.ts'
import { control } from '../../state/control.ts'
import { type DataRow, labelOf, type Tables } from '../../state/data.ts'
import { go } from '../../state/here.ts'
import { idsIn, referencesOf } from '../../state/tables.ts'
import { Cell, References } from './cell.tsx'
import { RowForm } from './row-form.tsx'

interface Props {
  readonly table: string
  readonly row: DataRow
  readonly tables: Tables
}

/** All fields of a row, and the rows that refer to it. */
export function RowDetail({ table, row, tables }: Props) {
  const [isEdited, setEdited] = useState(false)
  const references = referencesOf(table)
  const remove = async () => {
    await control('DELETE', `rows/${table}/${row.id}`)
    go('data', table)
  }
  return (
    <Detail
      label={`Row ${row.id} of ${table}`}
      close={hashOf('data', table)}
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
          <button type="button" class="small" aria-pressed={isEdited} onClick={() => setEdited(!isEdited)}>
            Edit
          </button>
          <Action
            label="Delete"
            question="Delete this row?"
            work={remove}
            done={`Row ${row.id} of ${table} is deleted.`}
          />
          <CopyButton text={JSON.stringify(row, null, 2)} what="the row as JSON" />
        </>
      }
    >
      {isEdited ? (
        <RowForm table={table} row={row} onEnd={() => setEdited(false)} />
      ) : (
        <dl class="pairs ruled mono">
          {Object.entries(row).map(([field, value]) => (
            <div key={field}>
              <dt>
                <FieldName name={field} />
              </dt>
              <dd>
                {isLong(value) ? (
                  <ValueView value={value} label={field} />
                ) : (
                  <Cell value={value} to={references.get(field)} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <PointingHere table={table} id={row.id} tables={tables} />
    </Detail>
  )
}

const isLong = (value: unknown): boolean =>
  (typeof value === 'string' && value.includes('\n')) ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)

type PointingProps = Pick<Props, 'table' | 'tables'> & { readonly id: number }

function PointingHere({ table, id, tables }: PointingProps) {
  const pointing = useMemo(() => pointingAt(table, id, tables), [table, id, tables])
  if (pointing.length === 0) return null
  return (
    <>
      <h3>Referenced by</h3>
      <ul class="pointing">
        {pointing.map(({ from, field, ids }) => (
          <li key={`${from} ${field}`}>
            <button
              type="button"
              class="link mono"
              onClick={() => {
                lookOf(from).search.value = `${field}=${id}`
                lookOf(from).page.value = 0
                go('data', from)
              }}
            >
              {ids.length} {ids.length === 1 ? from.replace(/s$/, '') : from}
            </button>{' '}
            <span class="quiet mono">in {field}</span>
            <span class="mono">
              <References to={from} ids={ids} most={8} />
            </span>
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
