import { useMemo, useState } from 'preact/hooks'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Detail } from '../../parts/detail.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ValueView } from '../../parts/json-view.tsx'
import { FieldName } from '../../parts/text.tsx'
import { idsIn, referenceOf } from '../../pure/references.ts'
import { hashOf } from '../../pure/route.ts'
import { type DataRow, labelOf, type Tables } from '../../state/data.ts'
import { go } from '../../state/here.ts'
import { Cell } from './cell.tsx'
import { lookOf } from './looks.ts'
import { RowEditor } from './row-editor.tsx'

interface Props {
  readonly table: string
  readonly row: DataRow
  readonly tables: Tables
}

/** All fields of a row, and the rows that refer to it. */
export function RowDetail({ table, row, tables }: Props) {
  const [isEdited, setEdited] = useState(false)
  return (
    <Detail label={`Row ${row.id} of ${table}`}>
      <header class="detail-head">
        <h2>
          <span class="mono quiet">
            {table} {row.id}
          </span>{' '}
          {labelOf(row)}
        </h2>
        <button type="button" class="small" aria-pressed={isEdited} onClick={() => setEdited(!isEdited)}>
          Edit
        </button>
        <CopyButton text={JSON.stringify(row, null, 2)} what="the row as JSON" />
        <a class="bare" href={hashOf('data', table)} data-key="Escape" aria-label="Close" title="Close (Esc)">
          <Icon name="cross" />
        </a>
      </header>
      {isEdited && <RowEditor table={table} row={row} onEnd={() => setEdited(false)} />}
      <dl class="row-fields">
        {Object.entries(row).map(([field, value]) => (
          <div key={field}>
            <dt class="mono">
              <FieldName name={field} />
            </dt>
            <dd class="mono">
              {isLong(value) ? (
                <ValueView value={value} label={field} />
              ) : (
                <Cell field={field} value={value} tables={tables} isFull />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <PointingHere table={table} id={row.id} tables={tables} />
    </Detail>
  )
}

const isLong = (value: unknown): boolean =>
  (typeof value === 'string' && value.includes('\n')) ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0)

const few = 8

function PointingHere({
  table,
  id,
  tables,
}: {
  readonly table: string
  readonly id: number
  readonly tables: Tables
}) {
  const pointing = useMemo(() => pointingAt(table, id, tables), [table, id, tables])
  if (pointing.length === 0) return null
  return (
    <>
      <h3>Referenced by</h3>
      <ul class="pointing">
        {pointing.map(({ from, field, rows }) => (
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
              {rows.length} {from}
            </button>{' '}
            <span class="quiet mono">in {field}</span>
            <span class="references">
              {rows.slice(0, few).map((row) => (
                <a key={row.id} class="mono" href={hashOf('data', from, row.id)}>
                  <span class="reference-id">{row.id}</span> {labelOf(row)}
                </a>
              ))}
              {rows.length > few && <span class="quiet">+{rows.length - few}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function pointingAt(table: string, id: number, tables: Tables) {
  const names = [...tables.keys()]
  return [...tables].flatMap(([from, all]) => {
    const sample: DataRow | undefined = all.values().next().value
    const fields = Object.keys(sample ?? {}).filter((field) => referenceOf(field, names) === table)
    return fields
      .map((field) => ({
        from,
        field,
        rows: [...all.values()].filter((row) => idsIn(row[field]).includes(id)),
      }))
      .filter(({ rows }) => rows.length > 0)
  })
}
