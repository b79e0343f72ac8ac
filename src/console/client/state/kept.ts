type Place = 'localStorage' | 'sessionStorage'

/** The stored text of a key; null if there is none or the browser blocks storage. */
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
    // The value lasts as long as the page is open.
  }
}
