type Place = 'localStorage' | 'sessionStorage'

/** What is kept under a key; null for nothing, also where a browser lets pages keep nothing. */
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
    // It holds as long as the page is open.
  }
}
