import { useEffect, useState } from 'preact/hooks'
import { toneOf } from '../parts/request.tsx'
import { requests } from '../state/requests.ts'

/** The colours of the hole for the latest request, if it is new. */
const lights = { '': 'var(--sunk)', good: '#ffd98a', warn: '#f0a63c', bad: '#f0563c' } as const

/** The logo, a nest box, whose hole changes colour for each request. */
export function Logo() {
  const latest = requests.value.at(-1)
  const [tone, setTone] = useState<keyof typeof lights>('')
  useEffect(() => {
    if (!latest || Date.now() - Date.parse(latest.at) > 5000) return
    setTone(toneOf(latest.status))
    const timer = setTimeout(() => setTone(''), 400)
    return () => clearTimeout(timer)
  }, [latest?.id])
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="light-dark(#8a5a2b, #c99a63)" d="M16 2 2.5 12.5 4.7 15.3 16 6.5l11.3 8.8 2.2-2.8z" />
      <path fill="var(--accent)" d="M6 15.5 16 7.8l10 7.7V29.5a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z" />
      <circle class="logo-hole" fill={lights[tone]} cx="16" cy="17.5" r="4.2" />
      <path stroke="var(--sunk)" d="M16 24.5v3.5" />
    </svg>
  )
}
