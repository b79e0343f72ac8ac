import { viewIds } from '../pure/route.ts'
import { go } from '../state/here.ts'
import { nextTheme } from '../state/theme.ts'
import { isHelpOpen } from './help.tsx'

/** Fields that keys belong to while one types. */
const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select'))

/** The keys that work in every view. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    // Where it really happened: from a shadow, such as that of the reference, it seems to come from its host.
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
    // A key that found its place must not be typed into it.
    if (event.key === '/') event.preventDefault()
  })
}

/** Escape leaves a field first, and closes what is open then. */
function leave(target: EventTarget | null): void {
  if (isHelpOpen.value) {
    // At once: the keys that come next are for the view, however long the dialog takes to go.
    isHelpOpen.value = false
    return
  }
  if (isTyping(target)) target.blur()
  else document.querySelector<HTMLElement>('[data-key="Escape"]')?.click()
}

/** Sends the form that one is in, or the one that the view is about. */
function send(event: KeyboardEvent, target: EventTarget | null): void {
  if (isHelpOpen.value || !(target instanceof Element)) return
  const form = target.closest('form') ?? document.querySelector<HTMLFormElement>('form[data-send]')
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

/** Goes to the neighbour of the entry that is open, in the list of the view. */
function step(by: number): void {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = entries.findIndex((entry) => entry.getAttribute('aria-current') === 'true')
  const next = entries[at < 0 ? 0 : at + by]
  next?.click()
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
