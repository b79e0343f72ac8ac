import { signal } from '@preact/signals'
import { refusalText } from '../pure/refusal-text.ts'
import { base } from './place.ts'
import { stored } from './stored.ts'

/** Whether the control API accepts requests of this page, and its message if not. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  | { readonly kind: 'refused'; readonly detail: string }

export const access = signal<Access>({ kind: 'open' })

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

const controlToken = stored('sessionStorage', 'nestbox-control')

/** Whether the control API needs a header, so that plain links to it do not work. */
export const needsToken = (): boolean => controlToken.value !== ''

export function enterControlToken(token: string): void {
  controlToken.value = token
  access.value = { kind: 'open' }
}

/** An error response of the control API, with its message. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  /** The parsed body of the response. */
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(refusalText(status, body))
    this.status = status
    this.body = body
  }
}

/** The server sent no response. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** Sends a request to the control API; the path is relative to `/_nestbox/`. */
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
    throw new Unanswered('The mock server is not responding.')
  })
  if (response.ok) return response
  const error = new ControlError(response.status, await response.json().catch(() => undefined))
  if (error.status === 401) access.value = { kind: 'locked', isWrong: controlToken.value !== '' }
  if (error.status === 403) access.value = { kind: 'refused', detail: error.message }
  throw error
}

/** Sends a request to the control API. @returns the parsed JSON body */
export async function control<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await askControl(method, path, { body })
  // The model declares the responses of the control API.
  return (response.status === 204 ? undefined : await response.json()) as T
}
