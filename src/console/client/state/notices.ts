import { signal } from '@preact/signals'

/** A short message that goes away by itself. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
}

/** The latest few. */
export const notices = signal<readonly Notice[]>([])

const most = 3

let last = 0

export function say(text: string, isBad = false): void {
  // What is said again takes the place of what was said.
  const others = notices.value.filter((notice) => notice.text !== text)
  notices.value = [...others.slice(1 - most), { id: ++last, text, isBad }]
}

export function unsay(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

/** Does something and says how it went. */
export async function doing(work: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work
    if (done !== '') say(done)
    return true
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true)
    return false
  }
}
