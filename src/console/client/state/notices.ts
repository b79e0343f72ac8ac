import { effect, signal } from '@preact/signals'
import { connection, isGone } from './connection.ts'
import { Unanswered } from './control.ts'

/** A short message that goes away by itself. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  /** Whether it is true only as long as the server is gone. */
  readonly isOfLoss: boolean
}

/** The latest few. */
export const notices = signal<readonly Notice[]>([])

const most = 3

let last = 0

export function say(text: string, isBad = false, isOfLoss = false): void {
  // What is said again takes the place of what was said.
  const others = notices.value.filter((notice) => notice.text !== text)
  notices.value = [...others.slice(1 - most), { id: ++last, text, isBad, isOfLoss }]
}

export function unsay(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}

effect(() => {
  if (connection.value.kind !== 'live') return
  notices.value = notices.peek().filter(({ isOfLoss }) => !isOfLoss)
})

/** Does something and says how it went. */
export async function doing(work: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work
    if (done !== '') say(done)
    return true
  } catch (error) {
    const isOfLoss = error instanceof Unanswered
    if (isOfLoss && isGone()) say('The mock does not answer; nothing was changed.', true, isOfLoss)
    else say(error instanceof Error ? error.message : String(error), true, isOfLoss)
    return false
  }
}
