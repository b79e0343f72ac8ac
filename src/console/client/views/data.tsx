import { useEffect } from 'preact/hooks'
import { Detail } from '../parts/detail.tsx'
import { Empty } from '../parts/empty.tsx'
import { SearchBox, ViewHead } from '../parts/view-head.tsx'
import { hashOf } from '../pure/route.ts'
import { loadTables, type Tables, tables } from '../state/data.ts'
import { here } from '../state/here.ts'
import { doing } from '../state/notices.ts'
import { lookOf } from './data/looks.ts'
import { RowDetail } from './data/row-detail.tsx'
import { RowTable } from './data/row-table.tsx'

/** The rows of the world, by table. */
export function RowsView() {
  useEffect(() => void doing(loadTables(), ''), [])
  const all = tables.value
  const [wanted, id] = here.value.parts
  if (!all) {
    return (
      <>
        <ViewHead title="Data" />
        <Empty icon="data" title="Loading the world …" />
      </>
    )
  }
  const name =
    wanted !== undefined && all.has(wanted)
      ? wanted
      : all.has('servers')
        ? 'servers'
        : ([...all.keys()][0] ?? '')
  const rows = all.get(name) ?? new Map()
  const row = id === undefined ? undefined : rows.get(Number(id))
  return (
    <>
      <ViewHead title="Data" about="All rows of this world, live.">
        <SearchBox text={lookOf(name).search} label={`Search ${name}, or field=value`} />
      </ViewHead>
      <TableTabs all={all} current={name} />
      <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
        <RowTable key={name} name={name} rows={rows} current={row?.id} tables={all} />
        {id !== undefined &&
          (row ? (
            <RowDetail key={`${name} ${id}`} table={name} row={row} tables={all} />
          ) : (
            <Detail label={`No row ${id}`}>
              <Empty icon="data" title={`There is no row ${id} in ${name}`}>
                <a href={hashOf('data', name)} data-key="Escape">
                  Close
                </a>
              </Empty>
            </Detail>
          ))}
      </div>
    </>
  )
}

const TableTabs = ({ all, current }: { readonly all: Tables; readonly current: string }) => (
  <nav class="tabs" aria-label="Tables">
    {[...all].map(([name, rows]) => (
      <a key={name} href={hashOf('data', name)} aria-current={name === current ? 'page' : undefined}>
        {name} <span class="quiet">{rows.size.toLocaleString('en')}</span>
      </a>
    ))}
  </nav>
)
