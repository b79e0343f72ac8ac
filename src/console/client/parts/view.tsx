import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type ViewId, viewNames } from '../pure/route.ts'
import { sandbox } from '../state/place.ts'
import { Button } from './buttons.tsx'
import { Icon, type IconName } from './icon.tsx'
import { FieldName } from './text.tsx'

export interface ViewProps {
  readonly id: ViewId
  /** The title of the view, if it differs from its name. */
  readonly what?: string
  readonly about: ComponentChildren
  /** Whether the settings of the view apply to a world, or to the whole server. */
  readonly isScoped?: boolean
  /** Fields and buttons in the head. */
  readonly actions?: ComponentChildren
  /** Whether the content is loaded. */
  readonly isLoaded?: boolean
  readonly children?: ComponentChildren
}

/** A view: its title, a sentence about it, its actions, and its content. */
export function View(props: ViewProps) {
  const { id, about, isScoped, actions, isLoaded = true, children } = props
  const { what = viewNames[id].toLowerCase() } = props
  return (
    <>
      <header class="view-head">
        <div>
          <h1 tabIndex={-1}>{viewNames[id]}</h1>
          <p class="quiet">
            {about}
            {isScoped && <ScopeNote />}
          </p>
        </div>
        {actions && <div class="view-actions">{actions}</div>}
      </header>
      {isLoaded ? children : <Empty icon={id} title={`Loading the ${what} …`} />}
    </>
  )
}

/** The scope of the settings of a view: the whole server or one sandbox. */
const ScopeNote = () => (
  <>
    {' Changes take effect at once, '}
    <span class="tag scope" title={sandbox === undefined ? 'Settings of a sandbox take precedence.' : ''}>
      {sandbox === undefined ? 'for the whole server, sandboxes included' : `for the sandbox ${sandbox} only`}
    </span>
  </>
)

type SearchProps = Readonly<{ text: Signal<string>; label: string; hint?: string }>

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

type EmptyProps = Readonly<{ icon: IconName; title: string; children?: ComponentChildren }>

/** A placeholder for an empty view, with a hint on how to fill it. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <b>{title}</b>
    {children}
  </div>
)

export type Pair = readonly [name: string, value: ComponentChildren]

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

/** The actions for an item; an action that cannot be undone asks a question first. */
export type Action = readonly [label: string, press: () => unknown, done: string, question?: string]

/** The buttons of an item; their names for screen readers include its name. */
export const Actions = ({ of, all }: Readonly<{ of: string; all: readonly Action[] }>) => (
  <span class="buttons">
    {all.map(([label, press, done, question]) => (
      <Button key={label} title={`${label}: ${of}`} question={question} press={press} done={done}>
        {label}
      </Button>
    ))}
  </span>
)

type ItemProps = Readonly<{ name: ComponentChildren; note?: ComponentChildren; children?: ComponentChildren }>

/** A line of a card: an item with a note, and the buttons for its actions. */
export const Item = ({ name, note, children }: ItemProps) => (
  <li class="bar item">
    <span class="grow">
      {name}
      {note && <span class="note">{note}</span>}
    </span>
    {children}
  </li>
)
