import { useMemo } from 'preact/hooks'
import { Empty } from '../../parts/empty.tsx'
import { findRows, sortRows } from '../../pure/find-rows.ts'
import { hashOf } from '../../pure/route.ts'
import type { DataRow, Tables } from '../../state/data.ts'
import { go } from '../../state/here.ts'
import { Cell } from './cell.tsx'
import { columnsOf } from './columns.ts'
import { lookOf } from './looks.ts'

const pageSize = 50

interface Props {
  readonly name: string
  readonly rows: ReadonlyMap<number, DataRow>
  readonly current: number | undefined
  readonly tables: Tables
}

/** A page of the matching rows; other rows are not rendered. */
export function RowTable({ name, rows, current, tables }: Props) {
  const look = lookOf(name)
  const { field, isDown } = look.sort.value
  const search = look.search.value
  const found = useMemo(
    () => sortRows(findRows([...rows.values()], search), field, isDown),
    [rows, search, field, isDown],
  )
  const columns = ['id', ...columnsOf(name, rows.values().next().value)]
  const pages = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(look.page.value, pages - 1)
  const from = page * pageSize
  const turn = (to: number) => {
    look.page.value = to
  }
  if (found.length === 0) {
    return (
      <Empty icon="data" title={rows.size === 0 ? `There are no ${name}` : `No matching rows in ${name}`}>
        {rows.size > 0 && (
          <button
            type="button"
            class="small"
            onClick={() => {
              look.search.value = ''
            }}
          >
            Show all
          </button>
        )}
      </Empty>
    )
  }
  return (
    <div class="rows">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="rows-scroll" tabIndex={0} aria-label={`Rows of ${name}`}>
        <table class="data">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={column === field ? (isDown ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    onClick={() => {
                      look.sort.value = { field: column, isDown: column === field && !isDown }
                      turn(0)
                    }}
                  >
                    {column}
                    <span aria-hidden="true">{column === field ? (isDown ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(from, from + pageSize).map((row) => (
              <tr
                key={row.id}
                class={row.id === current ? 'current' : ''}
                onClick={(event) => {
                  if (event.target instanceof Element && !event.target.closest('a')) go('data', name, row.id)
                }}
              >
                {columns.map((column) => (
                  <td key={column}>
                    {column === 'id' ? (
                      <a
                        href={hashOf('data', name, row.id)}
                        data-entry
                        aria-current={row.id === current ? 'true' : undefined}
                      >
                        {row.id}
                      </a>
                    ) : (
                      <Cell field={column} value={row[column]} tables={tables} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer class="pager">
        <span class="quiet" role="status">
          {(from + 1).toLocaleString('en')} to {Math.min(from + pageSize, found.length).toLocaleString('en')}{' '}
          of {found.length.toLocaleString('en')}
        </span>
        <button type="button" class="small" disabled={page === 0} onClick={() => turn(page - 1)}>
          Previous
        </button>
        <button type="button" class="small" disabled={page >= pages - 1} onClick={() => turn(page + 1)}>
          Next
        </button>
      </footer>
    </div>
  )
}
