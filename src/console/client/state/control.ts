import { signal } from '@preact/signals'
import { type Refusal, refusalText } from '../pure/refusal-text.ts'
import { keep, kept } from './kept.ts'
import { base } from './place.ts'

/** Whether the control API lets this page in, and what it says if not. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  | { readonly kind: 'refused'; readonly detail: string }

export const access = signal<Access>({ kind: 'open' })

const key = 'nestbox-control'
const controlToken = signal(kept('sessionStorage', key) ?? '')

/** Whether links to the control API work as they are, without a header. */
export const needsToken = (): boolean => controlToken.value !== ''

export function enterControlToken(token: string): void {
  keep('sessionStorage', key, token)
  controlToken.value = token
  access.value = { kind: 'open' }
}

/** The control API refused: the message is its own. */
export class ControlError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Nobody answered. */
export class Unanswered extends Error {}

/** Asks the control API, by a path below `/_nestbox/`. */
export async function askControl(
  method: string,
  path: string,
  init: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const response = await fetch(`${base}/_nestbox/${path}`, {
    method,
    cache: 'no-store',
    headers: {
      ...(controlToken.value !== '' && { 'X-Nestbox-Control': controlToken.value }),
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    ...(init.signal && { signal: init.signal }),
  }).catch(() => {
    throw new Unanswered('The mock does not answer.')
  })
  if (response.ok) return response
  const said = (await response.json().catch(() => ({}))) as Refusal
  const detail = refusalText(response.status, said)
  if (response.status === 401) access.value = { kind: 'locked', isWrong: controlToken.value !== '' }
  if (response.status === 403) access.value = { kind: 'refused', detail }
  throw new ControlError(response.status, detail)
}

/** What it answers as JSON. */
export async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await askControl(method, path, { body })
  // What the control API sends is written down in the model.
  return (response.status === 204 ? undefined : await response.json()) as T
}
