import { signal } from '@preact/signals'
import type { AnchorHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { keptIn } from '../../../contract/once.ts'
import { sortRows } from '../pure/find-rows.ts'
import { hashOf, type ViewId } from '../pure/route.ts'
import { go } from '../state/place.ts'
import { Button } from './buttons.tsx'

const firstLook = () => ({
  search: signal(''),
  sort: signal({ field: 'id', isDown: false }),
  page: signal(0),
  /** The chosen filter; empty for the first one. */
  kind: signal(''),
})

/** Search, order and page of a list, kept while other lists are shown. */
type Look = ReturnType<typeof firstLook>

const looks = new Map<string, Look>()

export const lookOf = (list: string): Look => keptIn(looks, list, firstLook)

export interface Column<T> {
  readonly name: string
  readonly cell: (item: T) => ComponentChildren
  /** The column is shown only in a list of this width; by default in every list. */
  readonly room?: 'middle' | 'wide'
}

export interface ListProps<T> {
  readonly label: string
  readonly class: string
  /** Without it, the list has all items on one page. */
  readonly look?: Look
  /** The matching items; a list that is not sortable keeps their order. */
  readonly items: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly isSortable?: boolean
  /** The column whose cells are links to the details; the first one by default. */
  readonly link?: string
  /** The address of the list in the URL; the id of an item follows. */
  readonly address?: readonly [view: ViewId, ...parts: string[]]
  /** The id of the item whose details are shown. */
  readonly current?: string | undefined
  readonly classOf?: (item: T) => string
}

export type Listed = Readonly<Record<string, unknown>> & { readonly id: number | string }

const pageSize = 50

/** A page of items as a table; the items of other pages are not rendered. */
export function List<T extends Listed>(props: ListProps<T>) {
  const { label, class: name, look, items, columns, current, isSortable = false } = props
  const sort = isSortable ? look?.sort.value : undefined
  const sorted = sort ? sortRows(items, sort.field, sort.isDown) : items
  const last = Math.max(0, Math.ceil(items.length / pageSize) - 1)
  const page = Math.min(look?.page.value ?? 0, last)
  const shown = look ? sorted.slice(page * pageSize, (page + 1) * pageSize) : sorted
  const at = sorted.findIndex(({ id }) => String(id) === current)
  // A link to an item opens its page; then the user can turn the pages.
  useEffect(() => {
    if (look && at >= 0) look.page.value = Math.floor(at / pageSize)
  }, [current, at >= 0])
  return (
    <div class="card flush">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={label}>
        <table class={`list ${name}`}>
          <thead>
            <tr>
              {columns.map(({ name, room }) => (
                <th key={name} scope="col" data-room={room} aria-sort={sort && orderOf(sort, name)}>
                  {sort && look ? <Head name={name} look={look} /> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <Line key={item.id} item={item} {...props} />
            ))}
          </tbody>
        </table>
      </section>
      {look && <Pager look={look} page={page} last={last} total={items.length} />}
    </div>
  )
}

const orderOf = ({ field, isDown }: Look['sort']['value'], name: string) =>
  name !== field ? 'none' : isDown ? 'descending' : 'ascending'

const arrows = { none: '', ascending: ' ↑', descending: ' ↓' } as const

/** A button that sorts by a column, and then in the other direction. */
function Head({ name, look }: Readonly<{ name: string; look: Look }>) {
  const order = orderOf(look.sort.value, name)
  const press = () => {
    look.sort.value = { field: name, isDown: order === 'ascending' }
    look.page.value = 0
  }
  return (
    <Button look="" press={press}>
      {name}
      <span aria-hidden="true">{arrows[order]}</span>
    </Button>
  )
}

function Line<T extends Listed>(props: ListProps<T> & { readonly item: T }) {
  const { item, columns, link = columns[0]?.name, address, current, classOf } = props
  const isCurrent = String(item.id) === current
  // A second press closes the details.
  const place = address && ([...address, ...(isCurrent ? [] : [item.id])] as Parameters<typeof hashOf>)
  const isPressed = ({ target }: Event): boolean =>
    target instanceof Element && !target.closest('a, select, label') && getSelection()?.isCollapsed !== false
  const line = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    const { top = 0, bottom = 0 } = (isCurrent && line.current?.getBoundingClientRect()) || {}
    if (top < 0 || bottom > innerHeight) line.current?.scrollIntoView({ block: 'center' })
  }, [isCurrent])
  return (
    <tr
      ref={line}
      class={`${isCurrent ? 'current' : ''} ${classOf?.(item) ?? ''}`}
      onClick={place && ((event) => isPressed(event) && go(...place))}
    >
      {columns.map(({ name, cell, room }) => (
        <td key={name} data-column={name} data-room={room}>
          {place && name === link ? (
            <a href={hashOf(...place)} data-entry aria-current={isCurrent ? 'true' : undefined}>
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

type PagerProps = Readonly<{ look: Look; page: number; last: number; total: number }>

function Pager({ look, page, last, total }: PagerProps) {
  const turn = (by: number) => () => {
    look.page.value = page + by
  }
  const from = page * pageSize
  return (
    <footer class="bar foot">
      <span class="quiet grow" role="status">
        {(from + 1).toLocaleString('en')} to {Math.min(from + pageSize, total).toLocaleString('en')} of{' '}
        {total.toLocaleString('en')}
      </span>
      <Button disabled={page === 0} press={turn(-1)}>
        Previous
      </Button>
      <Button disabled={page === last} press={turn(1)}>
        Next
      </Button>
    </footer>
  )
}

type LineLinkProps = AnchorHTMLAttributes & { readonly isCurrent: boolean }

/** A link of a line that scrolls in a narrow window: while it is the current one, it is in view. */
export function LineLink({ isCurrent, children, ...others }: LineLinkProps) {
  const element = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isCurrent])
  return (
    <a {...others} ref={element} class="entry" aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </a>
  )
}
