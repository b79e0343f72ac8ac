import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { Sentence } from '../parts/text.tsx'
import { type Notice, notices, unsay } from '../state/notices.ts'

/** Milliseconds after which a message disappears, or stays as long again while one has the pointer or the focus. */
const stays = { good: 4000, bad: 12_000 }

/** Short messages in a corner; screen readers announce them. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map((notice) => (
      <Line key={notice.id} {...notice} />
    ))}
  </div>
)

function Line({ id, text, isBad }: Notice) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const end = () => {
      if (!line.current?.parentElement?.matches(':hover, :focus-within')) unsay(id)
    }
    const timer = setInterval(end, isBad ? stays.bad : stays.good)
    return () => clearInterval(timer)
  }, [])
  return (
    <p ref={line} class={isBad ? 'bad' : ''}>
      <Sentence text={text} />
      <Button icon="cross" title="Close this message" press={() => unsay(id)} />
    </p>
  )
}
