import { signal } from '@preact/signals'

/** A short message that goes away by itself. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
}

export const notices = signal<readonly Notice[]>([])

let last = 0

export function say(text: string, isBad = false): void {
  const id = ++last
  notices.value = [...notices.value.slice(-2), { id, text, isBad }]
  setTimeout(
    () => {
      notices.value = notices.value.filter((notice) => notice.id !== id)
    },
    isBad ? 9000 : 3500,
  )
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
