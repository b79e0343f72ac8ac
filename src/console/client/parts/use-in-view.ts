import { useEffect, useRef } from 'preact/hooks'

/** Scrolls an element of a line into view while it is the current one; in a narrow window, most of the line is hidden. */
export function useInView(isCurrent: boolean) {
  const element = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isCurrent])
  return element
}
