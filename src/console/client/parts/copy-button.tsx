import { useEffect, useState } from 'preact/hooks'
import { say } from '../state/notices.ts'
import { Icon } from './icon.tsx'

interface Props {
  readonly text: string
  /** What is copied, for who cannot see what the button stands beside. */
  readonly what: string
  readonly label?: string
  readonly isDisabled?: boolean
}

export function CopyButton({ text, what, label, isDisabled = false }: Props) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <button
      type="button"
      class={label === undefined ? 'bare' : 'small'}
      title={`Copy ${what}`}
      disabled={isDisabled}
      aria-label={`Copy ${what}`}
      onClick={async () => {
        setDone(await copy(text))
      }}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {label}
    </button>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyByHand(text)) {
      say('The browser does not let this page copy.', true)
      return false
    }
  }
  say('Copied.')
  return true
}

/** The clipboard is for secure contexts only; under the name of a host there is still the old way. */
function copyByHand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  // In an open dialog nothing outside it can be selected.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
