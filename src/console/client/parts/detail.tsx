import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

/** What an entry of a list holds: beside the list, or over it where there is no room. */
export function Detail({ label, children }: Props) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const entry = document.querySelector<HTMLElement>('[data-entry][aria-current="true"]')
    // Only the styles know how wide it must be to stand beside the list.
    if (box.current && getComputedStyle(box.current).position === 'absolute') box.current.focus()
    return () =>
      // Once it is gone, and the list is to be seen again.
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
