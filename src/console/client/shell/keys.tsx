import { Button } from '../parts/buttons.tsx'
import { viewIds, viewNames } from '../pure/route.ts'
import { go } from '../state/place.ts'
import { nextTheme } from '../state/theme.ts'

const query = (selector: string) => document.querySelector<HTMLElement>(selector)

const dialog = () => document.querySelector<HTMLDialogElement>('dialog.help')

export const openHelp = (): void => dialog()?.showModal()

const closeHelp = (): void => dialog()?.close()

const isHelpOpen = (): boolean => dialog()?.open ?? false

interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
  /** Missing for keys that also work in fields. */
  readonly press?: (key: string) => void
}

/** The keyboard shortcuts of all views. */
const shortcuts: readonly Shortcut[] = [
  ...viewIds.map((id, at) => ({ keys: [`${at + 1}`], does: viewNames[id], press: () => go(id) })),
  { keys: ['/'], does: 'search in the view', press: () => query('[data-search]')?.focus() },
  { keys: ['j', 'k'], does: 'next or previous entry of a list', press: (key) => step(key === 'j' ? 1 : -1) },
  { keys: ['Ctrl', 'Enter'], does: 'send the form, from anywhere in the view' },
  { keys: ['p'], does: 'pause the request log', press: () => query('[data-key="p"]')?.click() },
  { keys: ['t'], does: 'light, dark or system colours', press: nextTheme },
  { keys: ['Esc'], does: 'close, or leave a field' },
  { keys: ['?'], does: 'this help', press: openHelp },
]

/** The page of keyboard shortcuts. */
export const Help = () => (
  <dialog class="help" aria-labelledby="help-title">
    <header class="bar">
      <h2 id="help-title">Keys</h2>
      <Button icon="cross" title="Close" press={closeHelp} />
    </header>
    <dl class="pairs">
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt class="bar">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </dialog>
)

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    // An open dialog closes itself.
    if (event.defaultPrevented || event.altKey || isHelpOpen()) return
    // The target inside a shadow root, such as that of the reference; `event.target` is its host.
    const [target = null] = event.composedPath()
    const { key } = event
    if (event.ctrlKey || event.metaKey) return key === 'Enter' ? send(event, target) : undefined
    if (key === 'Escape') return leave(target)
    if (isTyping(target)) return
    shortcuts.find(({ keys, press }) => press && keys.includes(key))?.press?.(key)
    // The shortcut must not type its key into the field that it focuses.
    if (key === '/') event.preventDefault()
  })
}

/** Whether an element is a field that accepts typed text. */
const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select'))

/** Escape leaves a field; outside of fields it closes the open entry. */
function leave(target: EventTarget | null): void {
  if (isTyping(target)) target.blur()
  else query('[data-key="Escape"]')?.click()
}

/** Sends the form around the focus, or the form of the view. */
function send(event: KeyboardEvent, target: EventTarget | null): void {
  if (!(target instanceof Element)) return
  const form = target.closest('form') ?? document.querySelector<HTMLFormElement>('form[data-send]')
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

/** Opens the next or previous entry of the list. */
function step(by: number): void {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = entries.findIndex((entry) => entry.getAttribute('aria-current') === 'true')
  const next = entries[at < 0 ? 0 : at + by]
  next?.click()
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
