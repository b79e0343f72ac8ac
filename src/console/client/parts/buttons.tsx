import type { ButtonHTMLAttributes } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { doing, say } from '../state/notices.ts'
import { Icon, type IconName } from './icon.tsx'

interface Props extends Omit<ButtonHTMLAttributes, 'onClick' | 'class' | 'title' | 'type'> {
  /** The classes of the button. */
  readonly look?: string
  readonly icon?: IconName
  /** The tooltip, and the name for screen readers. */
  readonly title?: string | undefined
  /** The text after the first press, if a second press has to confirm. */
  readonly question?: string | undefined
  /** The action of the button; if it fails, a message in a corner shows the error. */
  readonly press: () => unknown
  /** The message after success. */
  readonly done?: string
}

/** Every button but those that submit a form. */
export function Button(props: Props) {
  const {
    icon,
    look = icon ? 'bare' : 'small',
    title,
    question,
    press,
    done = '',
    children,
    ...others
  } = props
  const [isAsking, setAsking] = useBriefly(4000)
  return (
    <button
      {...others}
      type="button"
      class={isAsking ? `${look} asking` : look}
      title={title}
      aria-label={isAsking ? question : title}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isAsking) return
        // Escape cancels the question, and must not close anything else.
        event.preventDefault()
        setAsking(false)
      }}
      onClick={(event) => {
        // The second click of a double click does not answer the question that the first one has asked.
        if (isAsking && event.detail > 1) return
        const isMeant = isAsking || question === undefined
        setAsking(!isMeant)
        if (isMeant) void doing(press, done)
      }}
    >
      {icon && <Icon name={icon} />}
      {isAsking ? question : children}
    </button>
  )
}

/** A state that ends after some milliseconds. */
function useBriefly(time: number): [isOn: boolean, change: (isOn: boolean) => void] {
  const [isOn, change] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => change(false), time)
    return () => clearTimeout(timer)
  }, [isOn])
  return [isOn, change]
}

interface SegmentsProps<K extends string> {
  readonly label: string
  /** The text of each choice. */
  readonly choices: Readonly<Record<K, string>>
  readonly chosen: K
  readonly onChoose: (choice: K) => void
}

/** A few choices in a line, of which one is chosen. */
export const Segments = <K extends string>(props: SegmentsProps<K>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend to hide
  <div class="segments" role="group" aria-label={props.label}>
    {(Object.keys(props.choices) as K[]).map((each) => (
      <Button key={each} look="bare" aria-pressed={each === props.chosen} press={() => props.onChoose(each)}>
        {props.choices[each]}
      </Button>
    ))}
  </div>
)

interface CopyProps {
  readonly text: string
  /** The name of the copied content, for screen readers. */
  readonly what: string
  readonly label?: string
  readonly isDisabled?: boolean
}

export function CopyButton({ text, what, label, isDisabled = false }: CopyProps) {
  const [isDone, setDone] = useBriefly(1500)
  const press = async () => {
    await copy(text)
    setDone(true)
    say('Copied.')
  }
  return (
    <Button
      icon={isDone ? 'check' : 'copy'}
      look={label === undefined ? 'bare' : 'small'}
      title={`Copy ${what}`}
      disabled={isDisabled}
      press={press}
    >
      {label}
    </Button>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyByHand(text)) throw new Error('The browser does not allow this page to copy.')
  }
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

interface FileProps {
  readonly label: string
  /** The classes of the button. */
  readonly look?: string
  readonly onFile: (file: File) => void
}

/** A button that opens a file dialog; a native file field cannot be styled. */
export const FileButton = ({ label, look = 'small', onFile }: FileProps) => (
  <label class={`${look} button`}>
    {label}
    <input
      type="file"
      accept=".json,application/json"
      onChange={(event) => {
        const file = event.currentTarget.files?.[0]
        if (file) onFile(file)
        // Without this, choosing the same file again fires no event.
        event.currentTarget.value = ''
      }}
    />
  </label>
)
