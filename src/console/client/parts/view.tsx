import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { sandbox } from '../state/place.ts'
import { Icon, type IconName } from './icon.tsx'
import { FieldName } from './text.tsx'

export interface ViewProps {
  readonly title: string
  readonly about?: ComponentChildren
  /** Whether what the view sets is for a world, or for the whole server. */
  readonly isScoped?: boolean
  readonly children?: ComponentChildren
}

/** The title of a view, a sentence about it, and its actions. */
export const ViewHead = ({ title, about, isScoped = false, children }: ViewProps) => (
  <header class="view-head">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {about && (
        <p class="quiet">
          {about}
          {isScoped && <ScopeNote />}
        </p>
      )}
    </div>
    {children && <div class="view-actions">{children}</div>}
  </header>
)

/** The scope of the settings of a view: the whole server or one sandbox. */
const ScopeNote = () => (
  <>
    {' Changes take effect at once, '}
    <span class="tag scope" title={sandbox === undefined ? 'Settings of a sandbox take precedence.' : ''}>
      {sandbox === undefined ? 'for the whole server, sandboxes included' : `for the sandbox ${sandbox} only`}
    </span>
  </>
)

interface SearchProps {
  readonly text: Signal<string>
  readonly label: string
  readonly hint?: string
}

/** The search field of a view, which the key `/` focuses. */
export const SearchBox = ({ text, label, hint = label }: SearchProps) => (
  <span class="search">
    <input
      type="search"
      data-search
      aria-label={label}
      placeholder={hint}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value
      }}
    />
  </span>
)

/** A part of a view, with a heading. */
export function Card({ title, children }: Readonly<{ title: string; children: ComponentChildren }>) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}

/** A placeholder for an empty view, with a hint on how to fill it. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <b>{title}</b>
    {children}
  </div>
)

/** Names with their values. */
export const Pairs = ({ of, look = 'mono' }: Readonly<{ of: readonly Pair[]; look?: string }>) => (
  <dl class={`pairs ${look}`}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>
          <FieldName name={name} />
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export type Pair = readonly [name: string, value: ComponentChildren]

interface ItemProps {
  /** What the line is about. */
  readonly name: ComponentChildren
  readonly note?: ComponentChildren
  /** The buttons. */
  readonly children?: ComponentChildren
}

/** A line of a card: a thing with a note, and what can be done with it. */
export const Item = ({ name, note, children }: ItemProps) => (
  <li class="bar item">
    <span class="grow">
      {name}
      {note && <span class="note">{note}</span>}
    </span>
    {children}
  </li>
)
