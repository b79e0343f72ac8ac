import { useEffect, useState } from 'preact/hooks'
import { connection } from '../state/connection.ts'
import { reconnect } from '../state/live.ts'

/** Whether what is shown is what is. */
export const ConnectionLine = () => {
  const state = connection.value
  const { kind } = state
  const lost = kind === 'lost' && state.why !== undefined ? 'not live' : 'connection lost'
  return (
    <p class={`connection ${kind}`} role="status">
      <span class="dot" aria-hidden="true" />
      {kind === 'live' ? 'live' : kind === 'lost' ? lost : 'connecting …'}
    </p>
  )
}

/** Says that the server is gone, or keeps its own to itself, above the view, which stays as it was. */
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
    <div class="lost-banner">
      <p role="alert">{state.why ?? 'The mock does not answer.'} What you see is how it was.</p>
      <p class="quiet">{seconds > 0 ? `Next try in ${seconds} s.` : 'Trying …'}</p>
      <button type="button" class="small" onClick={reconnect}>
        Try now
      </button>
    </div>
  )
}
