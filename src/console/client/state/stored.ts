import { type Signal, signal } from '@preact/signals'

/** A text that the browser stores under a key; if it blocks storage, the text lasts until the page is closed. */
export function stored(place: 'localStorage' | 'sessionStorage', key: string): Signal<string> {
  const text = signal('')
  try {
    const storage = window[place]
    text.value = storage.getItem(key) ?? ''
    text.subscribe((next) => storage.setItem(key, next))
  } catch {}
  return text
}
