import { signal } from '@preact/signals'

/** Milliseconds that a hidden page counts as shown, since a user often returns to it at once. */
const grace = 10_000

/** Whether the page is shown. */
export const isShown = signal(!document.hidden)

export function followVisibility(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (!document.hidden) isShown.value = true
    else {
      timer = setTimeout(() => {
        isShown.value = false
      }, grace)
    }
  })
}
