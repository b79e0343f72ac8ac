import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/buttons.tsx'
import { connection } from '../state/control.ts'
import { reconnect } from '../state/live.ts'

/** A banner above the view while the connection is lost. */
export function LostBanner() {
  const state = connection.value
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (state.kind !== 'lost') return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [state])
  if (state.kind !== 'lost') return null
  const seconds = Math.max(0, Math.ceil((state.until - now) / 1000))
  return (
    <section class="lost-banner" aria-label="Connection">
      <p role="alert">
        {state.why ?? 'The mock server is not responding.'} The page shows the last known state.
      </p>
      <p class="quiet">{seconds > 0 ? `Retrying in ${seconds} s.` : 'Retrying …'}</p>
      <Button press={reconnect}>Retry now</Button>
    </section>
  )
}
