import { useEffect, useMemo } from 'preact/hooks'
import { Action } from '../parts/action.tsx'
import { Empty } from '../parts/empty.tsx'
import { List, lookOf } from '../parts/list.tsx'
import { Detail, Missing, Split } from '../parts/split.tsx'
import { useInView } from '../parts/use-in-view.ts'
import { NoMatch, SearchBox, ViewHead } from '../parts/view-head.tsx'
import { findRows, sortRows } from '../pure/find-rows.ts'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { type DataRow, loadTables, type Tables, tables } from '../state/data.ts'
import { go, here } from '../state/here.ts'
import { doing } from '../state/notices.ts'
import { referencesOf } from '../state/tables.ts'
import { Cell } from './data/cell.tsx'
import { columns as columnsOf } from './data/columns.ts'
import { RowDetail } from './data/row-detail.tsx'
import { RowForm } from './data/row-form.tsx'

/** The rows of the world, by table. */
export function RowsView() {
  useEffect(() => void doing(loadTables(), ''), [])
  const all = tables.value
  const [wanted = 'servers', id] = here.value.parts
  if (!all) {
    return (
      <>
        <ViewHead title="Data" />
        <Empty icon="data" title="Loading the world …" />
      </>
    )
  }
  const table = all.has(wanted) ? wanted : 'servers'
  const rows = all.get(table) ?? new Map<number, DataRow>()
  const row = rows.get(Number(id))
  const close = hashOf('data', table)
  return (
    <>
      <ViewHead title="Data" about="All rows of this world, live.">
        <SearchBox text={lookOf(table).search} label={`Search ${table}, or field=value`} />
        {(table === 'servers' || table === 'backups') && <Work tables={all} />}
        <a class="button small" href={hashOf('data', table, 'new')}>
          Add to {table}
        </a>
      </ViewHead>
      <nav class="tabs" aria-label="Tables">
        {[...all].map(([name, { size }]) => (
          <Tab key={name} name={name} size={size} isCurrent={name === table} />
        ))}
      </nav>
      <Split
        list={<Rows key={table} table={table} rows={rows} current={row?.id} />}
        detail={
          row ? (
            <RowDetail key={`${table} ${row.id}`} table={table} row={row} tables={all} />
          ) : id === 'new' ? (
            <Detail
              key={`${table} new`}
              label={`New row of ${table}`}
              title={`Add to ${table}`}
              close={close}
            >
              <RowForm table={table} onEnd={(made) => go('data', table, ...(made ? [made] : []))} />
            </Detail>
          ) : (
            id !== undefined && <Missing what={`row ${id} in ${table}`} icon="data" close={close} />
          )
        }
      />
    </>
  )
}

const Tab = ({
  name,
  size,
  isCurrent,
}: {
  readonly name: string
  readonly size: number
  readonly isCurrent: boolean
}) => (
  <a ref={useInView(isCurrent)} href={hashOf('data', name)} aria-current={isCurrent ? 'page' : undefined}>
    {name} <span class="quiet">{size.toLocaleString('en')}</span>
  </a>
)

/** Buttons that start work, and complete all that is in progress. */
function Work({ tables }: { readonly tables: Tables }) {
  const rows = [...(tables.get('servers')?.values() ?? []), ...(tables.get('backups')?.values() ?? [])]
  const count = rows.filter(isUnderWay).length
  return (
    <>
      <Action
        label="Start work"
        title="Start work: backups of schedules, and now and then an installation"
        work={() => control('POST', 'start', {})}
        done="Work is started."
      />
      {count > 0 && (
        <Action
          label={`Finish ${count} in progress`}
          title={`Finish ${count} in progress: backups succeed, and servers are installed or restored`}
          work={() => control('POST', 'finish')}
          done="All work in progress is finished."
        />
      )}
    </>
  )
}

const isUnderWay = ({ status, completed_at }: DataRow): boolean =>
  completed_at === null || status === 'installing' || status === 'restoring_backup'

interface RowsProps {
  readonly table: string
  readonly rows: ReadonlyMap<number, DataRow>
  readonly current: number | undefined
}

/** The matching rows of a table in the chosen order. */
function Rows({ table, rows, current }: RowsProps) {
  const look = lookOf(table)
  const { field, isDown } = look.sort.value
  const search = look.search.value
  const found = useMemo(
    () => sortRows(findRows([...rows.values()], search), field, isDown),
    [rows, search, field, isDown],
  )
  const sample: DataRow | undefined = rows.values().next().value
  if (rows.size === 0) return <Empty icon="data" title={`There are no ${table}`} />
  if (found.length === 0) {
    return <NoMatch icon="data" what={table} search={look.search} fields={Object.keys(sample ?? {})} />
  }
  const references = referencesOf(table)
  const columns = ['id', ...(columnsOf[table] ?? [])].map((name) => ({
    name,
    cell: (row: DataRow) =>
      name === 'id' ? row.id : <Cell value={row[name]} to={references.get(name)} most={3} />,
  }))
  return (
    <List
      class="data"
      label={`Rows of ${table}`}
      look={look}
      items={found}
      columns={columns}
      link="id"
      isSortable
      address={['data', table]}
      current={current}
    />
  )
}
