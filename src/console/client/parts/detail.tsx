import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hashOf } from '../pure/route.ts'
import { here } from '../state/place.ts'
import { Icon } from './icon.tsx'

interface Props {
  readonly label: string
  readonly title: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** The details of the list entry that the URL names last: next to the list, or over it in a narrow window. */
export function Detail({ label, title, actions, children }: Props) {
  const { view, parts } = here.value
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
        <a
          class="bare"
          href={hashOf(view, ...parts.slice(0, -1))}
          data-key="Escape"
          aria-label="Close"
          title="Close (Esc)"
        >
          <Icon name="cross" />
        </a>
      </header>
      {children}
    </article>
  )
}
