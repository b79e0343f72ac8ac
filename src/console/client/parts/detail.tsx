import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

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
