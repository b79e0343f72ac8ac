import { viewIds } from '../pure/route.ts'
import { go } from '../state/place.ts'
import { nextTheme } from '../state/theme.ts'
import { isHelpOpen } from './help.tsx'

/** Whether an element is a field that accepts typed text. */
const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select'))

/** The keyboard shortcuts of all views. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    // The target inside a shadow root, such as that of the reference; `event.target` is its host.
    const [target = null] = event.composedPath()
    if (event.ctrlKey || event.metaKey) return event.key === 'Enter' ? send(event, target) : undefined
    if (event.key === 'Escape') return leave(target)
    if (isTyping(target) || isHelpOpen.value) return
    const view = viewIds[Number(event.key) - 1]
    if (view) go(view)
    else if (event.key === '?') isHelpOpen.value = true
    else if (event.key === 't') nextTheme()
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus()
    else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1)
    else document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`)?.click()
    // The shortcut must not type its key into the field that it focuses.
    if (event.key === '/') event.preventDefault()
  })
}

/** Escape leaves a field; outside of fields it closes the open dialog or entry. */
function leave(target: EventTarget | null): void {
  if (isHelpOpen.value) {
    // The dialog may close later, but the next keys must go to the view.
    isHelpOpen.value = false
    return
  }
  if (isTyping(target)) target.blur()
  else document.querySelector<HTMLElement>('[data-key="Escape"]')?.click()
}

/** Sends the form around the focus, or the form of the view. */
function send(event: KeyboardEvent, target: EventTarget | null): void {
  if (isHelpOpen.value || !(target instanceof Element)) return
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
