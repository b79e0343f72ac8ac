import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { mapValues, recordOf } from '../../../contract/objects.ts'
import { searchFor, unknownField } from '../pure/find-rows.ts'
import { here } from '../state/place.ts'
import { Button, Segments } from './buttons.tsx'
import { Detail } from './detail.tsx'
import { List, type Listed, type ListProps, lookOf } from './list.tsx'
import { Empty, SearchBox, View, type ViewProps } from './view.tsx'

interface Props<T> extends ViewProps, Pick<ListProps<T>, 'columns' | 'link' | 'isSortable' | 'classOf'> {
  /** The name of an item; by default, the name of the view without its last letter. */
  readonly one?: string
  /** Undefined until they are loaded. */
  readonly items: readonly T[] | undefined
  /** The fields that a search looks through; all by default. */
  readonly fields?: readonly string[]
  /** Filters by name, each with its label. */
  readonly kinds?: Readonly<Record<string, readonly [label: string, test: (item: T) => boolean]>>
  readonly detail: (item: T) => ComponentChildren
  /** The details for `new` in the place of an id. */
  readonly added?: ComponentChildren
  /** Why an item that the URL names may be missing. */
  readonly missing?: string
  /** The text for an empty list. */
  readonly empty?: ComponentChildren
}

/** A view of a list that can be searched and filtered, with the details of the item that the URL names. */
export function ListView<T extends Listed>(props: Props<T>) {
  const { id, what = id, one = what.slice(0, -1), items, kinds, fields, children } = props
  const {
    detail,
    added,
    missing,
    actions,
    empty = <Empty icon={id} title={`There are no ${what}`} />,
  } = props
  const look = lookOf(what)
  const search = look.search.value
  const kind = look.kind.value || Object.keys(kinds ?? {})[0]
  const found = useMemo(() => {
    const [, isOfKind = () => true] = kinds?.[kind ?? ''] ?? []
    const matches = searchFor(search)
    return (
      items?.filter(
        (item) =>
          isOfKind(item) && matches(fields ? recordOf(fields, (field) => item[field] ?? 'none') : item),
      ) ?? []
    )
  }, [items, search, kind])
  const address = what === id ? ([id] as const) : ([id, what] as const)
  const wanted = here.value.parts[address.length - 1]
  const current = items?.find((item) => String(item.id) === wanted)
  // A search for a field that does not exist finds nothing.
  const names = fields ?? Object.keys(items?.[0] ?? {})
  const unknown = unknownField(search, names)
  const showAll = () => {
    look.search.value = ''
    look.kind.value = ''
  }
  const head = (
    <>
      <SearchBox text={look.search} label={`Search ${what}`} hint="Search, or field=value" />
      {kinds && (
        <Segments
          label={`Which ${what}`}
          choices={mapValues(kinds, ([label]) => label)}
          chosen={kind ?? ''}
          onChoose={(next) => {
            look.kind.value = next
          }}
        />
      )}
      {actions}
    </>
  )
  return (
    <View {...props} actions={head} isLoaded={items !== undefined}>
      {children}
      <div class={`split ${wanted === undefined ? '' : 'has-detail'}`}>
        {found.length > 0 ? (
          <List
            {...props}
            label={`List of ${what}`}
            class={id}
            address={address}
            look={look}
            items={found}
            current={wanted}
          />
        ) : items?.length === 0 ? (
          empty
        ) : (
          <Empty
            icon={id}
            title={unknown === undefined ? `No matching ${what}` : `There is no field ${unknown} in ${what}`}
          >
            {unknown !== undefined && <span>The fields are {names.join(', ')}.</span>}
            <Button press={showAll}>Show all</Button>
          </Empty>
        )}
        {current ? (
          detail(current)
        ) : wanted === 'new' && added ? (
          added
        ) : wanted === undefined ? null : (
          <Detail label={`No ${one} ${wanted}`} title={`There is no ${one} ${wanted}`}>
            <p class="quiet">{missing}</p>
          </Detail>
        )}
      </div>
    </View>
  )
}
