import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { Sentence } from '../parts/text.tsx'
import { type Notice, notices, unsay } from '../state/notices.ts'

/** Milliseconds for which a message is shown, unless it has the pointer or the focus. */
const stays = { good: 4000, bad: 12_000 }

/** Short messages in a corner; screen readers announce them. */
export function Notices() {
  const [isHeld, setHeld] = useState(false)
  return (
    <div
      class="notices"
      role="status"
      aria-live="polite"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      {notices.value.map((notice) => (
        <Line
          key={notice.id}
          notice={notice}
          isHeld={isHeld}
          onClose={() => {
            // A removed message fires no mouseleave.
            setHeld(false)
            unsay(notice.id)
          }}
        />
      ))}
    </div>
  )
}

type LineProps = Readonly<{ notice: Notice; isHeld: boolean; onClose: () => void }>

function Line({ notice: { id, text, isBad }, isHeld, onClose }: LineProps) {
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => unsay(id), isBad ? stays.bad : stays.good)
    return () => clearTimeout(timer)
  }, [id, isBad, isHeld])
  return (
    <p class={isBad ? 'bad' : ''}>
      <Sentence text={text} />
      <Button look="bare" title="Close this message" press={onClose}>
        <Icon name="cross" />
      </Button>
    </p>
  )
}
