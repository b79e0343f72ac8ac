type Place = 'localStorage' | 'sessionStorage'

/** The stored text of a key; null if the key is missing or the browser blocks storage. */
export function kept(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

export function keep(place: Place, key: string, text: string): void {
  try {
    window[place].setItem(key, text)
  } catch {
    // Without storage, the value lasts until the page is closed.
  }
}
