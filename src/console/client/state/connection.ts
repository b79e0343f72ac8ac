import { signal } from '@preact/signals'

/** The state of the event stream. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** `until` is the time of the next attempt, `why` the error of the server if it responded. */
  | { readonly kind: 'lost'; readonly until: number; readonly why: string | undefined }

export const connection = signal<Connection>({ kind: 'connecting' })

/** Whether the server does not respond at all. */
export function isGone(): boolean {
  const state = connection.peek()
  return state.kind === 'lost' && state.why === undefined
}
