import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Empty } from './empty.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A list, and the details of one of its entries. */
export const Split = ({
  list,
  detail,
}: {
  readonly list: ComponentChildren
  readonly detail: ComponentChildren
}) => (
  <div class={`split ${detail ? 'has-detail' : ''}`}>
    {list}
    {detail}
  </div>
)

interface Props {
  readonly label: string
  readonly title: ComponentChildren
  /** The URL of the list alone. */
  readonly close: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** The details of a list entry: next to the list, or over it in a narrow window. */
export function Detail({ label, title, close, actions, children }: Props) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const entry = document.querySelector<HTMLElement>('[data-entry][aria-current="true"]')
    // The stylesheet decides whether the details cover the list.
    if (box.current && getComputedStyle(box.current).position === 'absolute') box.current.focus()
    return () =>
      // The microtask runs after the removal, when the list is visible again.
      queueMicrotask(() => {
        if (document.activeElement === document.body) entry?.focus()
      })
  }, [])
  return (
    <article ref={box} class="card detail" aria-label={label} tabIndex={-1}>
      <header class="bar">
        <h2>{title}</h2>
        {actions}
        <a class="bare" href={close} data-key="Escape" aria-label="Close" title="Close (Esc)">
          <Icon name="cross" />
        </a>
      </header>
      {children}
    </article>
  )
}

/** The details of an entry that does not exist. */
export const Missing = ({
  what,
  icon,
  close,
  children,
}: {
  readonly what: string
  readonly icon: IconName
  readonly close: string
  readonly children?: ComponentChildren
}) => (
  <Detail label={`No ${what}`} title={`There is no ${what}`} close={close}>
    <Empty icon={icon} title={`There is no ${what}`}>
      {children}
    </Empty>
  </Detail>
)
