import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

/** The details of a list entry: beside the list, or over it in a narrow window. */
export function Detail({ label, children }: Props) {
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
    <article ref={box} class="detail" aria-label={label} tabIndex={-1}>
      {children}
    </article>
  )
}
