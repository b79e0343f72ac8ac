import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { searchFor, unknownField } from '../pure/find-rows.ts'
import { hashOf } from '../pure/route.ts'
import { here } from '../state/place.ts'
import { Button, Segments } from './buttons.tsx'
import { Detail } from './detail.tsx'
import type { IconName } from './icon.tsx'
import { List, type Listed, type ListProps, type Look, lookOf } from './list.tsx'
import { Empty, SearchBox, ViewHead, type ViewProps } from './view.tsx'

interface Props<T> extends ViewProps, Pick<ListProps<T>, 'columns' | 'link' | 'isSortable' | 'classOf'> {
  readonly icon: IconName
  /** What the items are called, and one of them. */
  readonly what: string
  readonly one: string
  /** Undefined until they are loaded. */
  readonly items: readonly T[] | undefined
  /** The fields that a search looks through; all by default. */
  readonly fields?: readonly string[]
  /** Filters by name, each with its label. */
  readonly kinds?: Readonly<Record<string, readonly [label: string, test: (item: T) => boolean]>>
  /** The address of the list in the URL; the id of an item follows. */
  readonly address: NonNullable<ListProps<T>['address']>
  readonly detail: (item: T) => ComponentChildren
  /** The details for `new` in the place of an id. */
  readonly added?: ComponentChildren
  /** Why an item that the URL names may be missing. */
  readonly missing?: string
  /** What is shown without items. */
  readonly empty: ComponentChildren
  /** Buttons in the head. */
  readonly actions?: ComponentChildren
}

/** A view of a list that can be searched and filtered, with the details of one of its items. */
export function ListView<T extends Listed>(props: Props<T>) {
  const { what, icon, items, kinds = {}, fields, address, detail, added, missing, actions, children } = props
  const look = lookOf(what)
  const search = look.search.value
  const labels = Object.fromEntries(Object.entries(kinds).map(([name, [label]]) => [name, label]))
  const kind = look.kind.value || (Object.keys(kinds)[0] ?? '')
  const found = useMemo(() => {
    const [, isOfKind = () => true] = kinds[kind] ?? []
    const matches = searchFor(search)
    return items?.filter((item) => isOfKind(item) && matches(fields ? pick(item, fields) : item))
  }, [items, search, kind])
  const wanted = here.value.parts[address.length - 1]
  const current = items?.find(({ id }) => String(id) === wanted)
  return (
    <>
      <ViewHead {...props}>
        <SearchBox text={look.search} label={`Search ${what}`} hint="Search, or field=value" />
        {props.kinds && (
          <Segments
            label={`Which ${what}`}
            choices={labels}
            chosen={kind}
            onChoose={(next) => {
              look.kind.value = next
            }}
          />
        )}
        {actions}
      </ViewHead>
      {children}
      {found ? (
        <div class={`split ${wanted === undefined ? '' : 'has-detail'}`}>
          {found.length > 0 ? (
            <List
              {...props}
              label={`List of ${what}`}
              class={address[0]}
              look={look}
              items={found}
              current={wanted}
            />
          ) : items?.length === 0 ? (
            props.empty
          ) : (
            <NoMatch icon={icon} what={what} look={look} fields={fields ?? Object.keys(items?.[0] ?? {})} />
          )}
          {current
            ? detail(current)
            : wanted === 'new' && added
              ? added
              : wanted !== undefined && (
                  <Detail
                    label={`No ${props.one} ${wanted}`}
                    title={`There is no ${props.one} ${wanted}`}
                    close={hashOf(...address)}
                  >
                    <p class="quiet">{missing}</p>
                  </Detail>
                )}
        </div>
      ) : (
        <Empty icon={icon} title={`Loading the ${what} …`} />
      )}
    </>
  )
}

const pick = (item: Listed, fields: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map((field) => [field, item[field] ?? 'none']))

interface NoMatchProps {
  readonly icon: IconName
  readonly what: string
  readonly look: Look
  readonly fields: readonly string[]
}

/** A placeholder for a list without matches, which names a field that does not exist. */
function NoMatch({ icon, what, look, fields }: NoMatchProps) {
  const unknown = unknownField(look.search.value, fields)
  const title = unknown === undefined ? `No matching ${what}` : `There is no field ${unknown} in ${what}`
  const showAll = () => {
    look.search.value = ''
    look.kind.value = ''
  }
  return (
    <Empty icon={icon} title={title}>
      {unknown !== undefined && <span>The fields are {fields.join(', ')}.</span>}
      <Button press={showAll}>Show all</Button>
    </Empty>
  )
}
