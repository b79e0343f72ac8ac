import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { hashOf } from '../pure/route.ts'
import { go } from '../state/here.ts'

/** Search, order and page of a list, kept while other lists are shown. */
export interface Look {
  readonly search: Signal<string>
  readonly sort: Signal<{ readonly field: string; readonly isDown: boolean }>
  readonly page: Signal<number>
}

const looks = new Map<string, Look>()

export function lookOf(list: string): Look {
  const look = looks.get(list) ?? {
    search: signal(''),
    sort: signal({ field: 'id', isDown: false }),
    page: signal(0),
  }
  looks.set(list, look)
  return look
}

export interface Column<T> {
  readonly name: string
  readonly cell: (item: T) => ComponentChildren
}

interface Props<T> {
  readonly label: string
  readonly class: string
  readonly look: Look
  /** The matching items in their order. */
  readonly items: readonly T[]
  readonly columns: readonly Column<T>[]
  /** The column whose cells are the links to the details. */
  readonly link: string
  readonly isSortable?: boolean
  /** The address of the list in the URL, and that of the details of an item below it. */
  readonly address: readonly [view: 'data' | 'requests', ...parts: string[]]
  readonly current: number | undefined
  readonly classOf?: (item: T) => string
}

const pageSize = 50

/** A page of items as a table; the items of other pages are not rendered. */
export function List<T extends { readonly id: number }>(props: Props<T>) {
  const { label, class: name, look, items, columns, isSortable = false } = props
  const pages = Math.max(1, Math.ceil(items.length / pageSize))
  const page = Math.min(look.page.value, pages - 1)
  const from = page * pageSize
  return (
    <div class="card flush">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={label}>
        <table class={`list ${name}`}>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <Head key={name} name={name} look={isSortable ? look : undefined} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(from, from + pageSize).map((item) => (
              <Line key={item.id} item={item} {...props} />
            ))}
          </tbody>
        </table>
      </section>
      <Pager look={look} page={page} pages={pages} from={from} total={items.length} />
    </div>
  )
}

const Head = ({ name, look }: { readonly name: string; readonly look: Look | undefined }) => {
  if (!look) return <th scope="col">{name}</th>
  const { field, isDown } = look.sort.value
  const isSorted = name === field
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        onClick={() => {
          look.sort.value = { field: name, isDown: isSorted && !isDown }
          look.page.value = 0
        }}
      >
        {name}
        <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

function Line<T extends { readonly id: number }>(props: Props<T> & { readonly item: T }) {
  const { item, columns, link, address, current, classOf } = props
  const isCurrent = item.id === current
  const [view, ...parts] = address
  // A second press closes the details.
  const place = isCurrent ? parts : [...parts, item.id]
  return (
    <tr
      class={`${isCurrent ? 'current' : ''} ${classOf?.(item) ?? ''}`}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('a') && getSelection()?.isCollapsed !== false) {
          go(view, ...place)
        }
      }}
    >
      {columns.map(({ name, cell }) => (
        <td key={name} data-column={name}>
          {name === link ? (
            <a href={hashOf(view, ...place)} data-entry aria-current={isCurrent ? 'true' : undefined}>
              {cell(item)}
            </a>
          ) : (
            cell(item)
          )}
        </td>
      ))}
    </tr>
  )
}

interface PagerProps {
  readonly look: Look
  readonly page: number
  readonly pages: number
  readonly from: number
  readonly total: number
}

function Pager({ look, page, pages, from, total }: PagerProps) {
  const turn = (label: string, to: number) => (
    <button
      type="button"
      class="small"
      disabled={to < 0 || to >= pages}
      onClick={() => {
        look.page.value = to
      }}
    >
      {label}
    </button>
  )
  return (
    <footer class="bar foot">
      <span class="quiet grow" role="status">
        {(from + 1).toLocaleString('en')} to {Math.min(from + pageSize, total).toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
      </span>
      {turn('Previous', page - 1)}
      {turn('Next', page + 1)}
    </footer>
  )
}
