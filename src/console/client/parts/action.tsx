import { useEffect, useState } from 'preact/hooks'
import { doing } from '../state/notices.ts'

/** A state that ends by itself after some milliseconds. */
export function useBriefly(time: number): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, turn] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => turn(false), time)
    return () => clearTimeout(timer)
  }, [isOn])
  return [isOn, turn]
}

interface Props {
  readonly label: string
  /** The text of the button after the first press; a second press confirms. Without it, one press is enough. */
  readonly question?: string | undefined
  /** The name for screen readers, and the tooltip. */
  readonly title?: string | undefined
  readonly class?: string
  readonly work: () => Promise<unknown>
  /** The message after success. */
  readonly done: string
}

/** A button that does something on the server. */
export function Action({ label, question, title, class: look = 'small', work, done }: Props) {
  const [isAsking, setAsking] = useBriefly(4000)
  return (
    <button
      type="button"
      class={`${look} ${isAsking ? 'asking' : ''}`}
      title={title}
      aria-label={isAsking ? question : title}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isAsking) return
        // Escape cancels the question, and must not close anything else.
        event.preventDefault()
        setAsking(false)
      }}
      onClick={() => {
        const isMeant = isAsking || question === undefined
        setAsking(!isMeant)
        if (isMeant) void doing(work(), done)
      }}
    >
      {isAsking ? question : label}
    </button>
  )
}
