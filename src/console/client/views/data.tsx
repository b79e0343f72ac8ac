import { useEffect, useMemo } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { Detail } from '../parts/detail.tsx'
import { LineLink } from '../parts/list.tsx'
import { ListView } from '../parts/list-view.tsx'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { columnsOf, type DataRow, loadTables, referencesOf, type Tables, tables } from '../state/data.ts'
import { controls } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { go, here } from '../state/place.ts'
import { Cell, RowDetail, RowForm } from './row.tsx'

/** The rows of the world, by table. */
export function RowsView() {
  useEffect(() => void doing(loadTables), [])
  // The columns and forms come from the description of the control API.
  const all = controls.value && tables.value
  const [wanted = 'servers'] = here.value.parts
  const table = !all || all.has(wanted) ? wanted : 'servers'
  const rows = all?.get(table)
  const items = useMemo(() => rows && [...rows.values()], [rows])
  const references = referencesOf(table)
  return (
    <ListView
      id="data"
      what={table}
      one="row"
      about="All rows of this world, live."
      items={items}
      columns={columnsOf(table).map((name) => ({
        name,
        cell: (row: DataRow) =>
          name === 'id' ? row.id : <Cell value={row[name]} to={references.get(name)} most={3} />,
      }))}
      isSortable
      detail={(row) => all && <RowDetail key={`${table} ${row.id}`} table={table} row={row} tables={all} />}
      added={
        <Detail key={table} label={`New row of ${table}`} title={`Add to ${table}`}>
          <RowForm table={table} onEnd={(made) => go('data', table, ...(made ? [made] : []))} />
        </Detail>
      }
      actions={
        all && (
          <>
            {(table === 'servers' || table === 'backups') && <Work tables={all} />}
            <a class="button small" href={hashOf('data', table, 'new')}>
              Add to {table}
            </a>
          </>
        )
      }
    >
      <nav class="tabs" aria-label="Tables">
        {[...(all ?? [])].map(([name, { size }]) => (
          <LineLink key={name} href={hashOf('data', name)} isCurrent={name === table}>
            {name} <span class="quiet tiny">{size.toLocaleString('en')}</span>
          </LineLink>
        ))}
      </nav>
    </ListView>
  )
}

/** Buttons that start work, and complete all that is in progress. */
function Work({ tables }: Readonly<{ tables: Tables }>) {
  const rows = ['servers', 'backups'].flatMap((name) => [...(tables.get(name)?.values() ?? [])])
  const count = rows.filter(isUnderWay).length
  return (
    <>
      <Button
        title="Start work: scheduled backups, and occasionally an installation"
        press={() => control('POST', 'start', {})}
        done="Work is started."
      >
        Start work
      </Button>
      {count > 0 && (
        <Button
          title={`Finish ${count} in progress: backups succeed, and servers are installed or restored`}
          press={() => control('POST', 'finish')}
          done="All work in progress is finished."
        >
          Finish {count} in progress
        </Button>
      )}
    </>
  )
}

const isUnderWay = ({ status, completed_at }: DataRow): boolean =>
  completed_at === null || status === 'installing' || status === 'restoring_backup'
