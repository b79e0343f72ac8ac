import { signal } from '@preact/signals'

/** How the page hangs on to the server. */
export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** With the moment of the next try, and what the server said, if it said anything. */
  | { readonly kind: 'lost'; readonly until: number; readonly why: string | undefined }

export const connection = signal<Connection>({ kind: 'connecting' })

/** Whether nobody answers at all, so that nothing that is asked now arrives. */
export function isGone(): boolean {
  const state = connection.peek()
  return state.kind === 'lost' && state.why === undefined
}
