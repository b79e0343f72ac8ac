import { effect, signal } from '@preact/signals'
import { connection, isGone, Unanswered } from './control.ts'

/** A short message that disappears after some seconds. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  /** Whether the message disappears when the connection is back. */
  readonly isOfLoss: boolean
}

/** The latest messages. */
export const notices = signal<readonly Notice[]>([])

const most = 3

let last = 0

export function say(text: string, isBad = false, isOfLoss = false): void {
  // A repeated message replaces the earlier one.
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

/** Does something, and shows a message about its success or error. @returns whether it succeeded */
export async function doing(work: () => unknown, done = ''): Promise<boolean> {
  try {
    await work()
    if (done !== '') say(done)
    return true
  } catch (error) {
    const isOfLoss = error instanceof Unanswered
    if (isOfLoss && isGone()) say('The mock server is not responding; nothing was changed.', true, isOfLoss)
    else say(error instanceof Error ? error.message : String(error), true, isOfLoss)
    return false
  }
}
