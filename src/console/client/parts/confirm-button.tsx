import { useEffect, useState } from 'preact/hooks'

interface Props {
  readonly label: string
  /** What the button says when it was pressed once. */
  readonly question: string
  readonly onConfirm: () => void
  readonly class?: string
  readonly title?: string
}

/** A button for what cannot be taken back: it asks, and the second press counts. */
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
        // It answers the question, and closes nothing else.
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
