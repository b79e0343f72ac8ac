import { say } from '../state/notices.ts'
import { useBriefly } from './action.tsx'
import { Icon } from './icon.tsx'

interface Props {
  readonly text: string
  /** The name of the copied content, for screen readers. */
  readonly what: string
  readonly label?: string
  readonly isDisabled?: boolean
}

export function CopyButton({ text, what, label, isDisabled = false }: Props) {
  const [isDone, setDone] = useBriefly(1500)
  return (
    <button
      type="button"
      class={label === undefined ? 'bare' : 'small'}
      title={`Copy ${what}`}
      disabled={isDisabled}
      aria-label={`Copy ${what}`}
      onClick={async () => setDone(await copy(text))}
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
      say('The browser does not allow this page to copy.', true)
      return false
    }
  }
  say('Copied.')
  return true
}

/** Copies without the clipboard API, which browsers offer in secure contexts only. */
function copyByHand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  // While a dialog is open, text outside it cannot be selected.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
