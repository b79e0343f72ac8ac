import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { unknownField } from '../pure/find-rows.ts'
import { sandbox } from '../state/place.ts'
import { Empty } from './empty.tsx'
import type { IconName } from './icon.tsx'

/** The title of a view, a sentence about it, and its actions. */
export const ViewHead = ({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}) => (
  <header class="view-head">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {about && <p class="quiet">{about}</p>}
    </div>
    {children && <div class="view-actions">{children}</div>}
  </header>
)

/** The search field of a view, which the key `/` focuses. */
export const SearchBox = ({ text, label }: { readonly text: Signal<string>; readonly label: string }) => (
  <span class="search">
    <input
      type="search"
      data-search
      aria-label={label}
      placeholder={label}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value
      }}
    />
  </span>
)

/** A placeholder for a search without matches, which names a field that does not exist. */
export function NoMatch({
  icon,
  what,
  search,
  fields,
}: {
  readonly icon: IconName
  readonly what: string
  readonly search: Signal<string>
  readonly fields: readonly string[]
}) {
  const unknown = unknownField(search.value, fields)
  return (
    <Empty
      icon={icon}
      title={unknown === undefined ? `No matching ${what}` : `There is no field ${unknown} in ${what}`}
    >
      {unknown !== undefined && `The fields are ${fields.join(', ')}. `}
      {search.value !== '' && (
        <button
          type="button"
          class="small"
          onClick={() => {
            search.value = ''
          }}
        >
          Show all
        </button>
      )}
    </Empty>
  )
}

/** The scope of the settings of a view: the whole server or one sandbox. */
export const ScopeNote = () => (
  <span class="tag scope" title={sandbox === undefined ? 'Settings of a sandbox take precedence.' : ''}>
    {sandbox === undefined ? 'for the whole server, sandboxes included' : `for the sandbox ${sandbox} only`}
  </span>
)
