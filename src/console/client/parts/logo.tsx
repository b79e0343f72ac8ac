import { useEffect, useState } from 'preact/hooks'
import { requests } from '../state/requests.ts'
import { toneOf } from './status.tsx'

/** A nest box. Its hole lights up when a request comes in. */
export function Logo() {
  const latest = requests.value.at(-1)
  const [tone, setTone] = useState('')
  useEffect(() => {
    if (!latest || Date.now() - Date.parse(latest.at) > 5000) return
    setTone(toneOf(latest.status))
    const timer = setTimeout(() => setTone(''), 400)
    return () => clearTimeout(timer)
  }, [latest?.id])
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path class="logo-roof" d="M16 2 2.500 12.500 4.700 15.300 16 6.500l11.300 8.800 2.200-2.800z" />
      <path class="logo-box" d="M6 15.500 16 7.800l10 7.700V29.500a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z" />
      <circle class={`logo-hole ${tone}`} cx="16" cy="17.500" r="4.200" />
      <path class="logo-perch" d="M16 24.500v3.500" />
    </svg>
  )
}
