import { useEffect, useState } from 'preact/hooks'

interface Props {
  readonly label: string
  /** The text of the button after the first press. */
  readonly question: string
  readonly onConfirm: () => void
  readonly class?: string
  readonly title?: string
}

/** A button for actions that cannot be undone: the first press asks, the second confirms. */
export function ConfirmButton({ label, question, onConfirm, class: look = 'small', title }: Props) {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), 4000)
    return () => clearTimeout(timer)
  }, [isAsking])
  return (
    <button
      type="button"
      class={`${look} ${isAsking ? 'asking' : ''}`}
      {...(title !== undefined && { title })}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isAsking) return
        // Escape cancels the question, and must not close anything else.
        event.preventDefault()
        setAsking(false)
      }}
      onClick={() => {
        setAsking(!isAsking)
        if (isAsking) onConfirm()
      }}
    >
      {isAsking ? question : label}
    </button>
  )
}
