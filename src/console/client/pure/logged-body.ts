import type { LoggedRequest } from '../../../sandboxes/model.ts'
import type { FormOperation } from './api-document.ts'

/** The body for sending a logged request again. */
export type LoggedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'file'; readonly part: string; readonly text: string }
  /** The log lacks a part of the body; `why` is a sentence. */
  | { readonly kind: 'lost'; readonly why: string }

/** The sentence that replaces a long body in the log. */
const forgotten = /^\(.* than the log remembers\)$/

/** The text that replaces a secret in the log. */
const blackened = '[redacted]'

/** The body of a logged request, unless the log lacks a part: it drops long bodies and redacts secrets. */
export function loggedBody(operation: FormOperation | undefined, logged: LoggedRequest): LoggedBody {
  const { headers, body } = logged.request
  if (logged.path.includes(blackened)) return lost('the log redacts the secrets in its URL')
  if (body === null) {
    const isNeeded = operation === undefined || operation.body !== undefined
    return isNeeded && hadBody(headers) ? lost('the log does not have its body') : { kind: 'none' }
  }
  if (typeof body === 'string' && forgotten.test(body)) {
    return lost('its body is longer or more deeply nested than the log keeps')
  }
  const text = JSON.stringify(body)
  if (text.includes(blackened)) return lost('the log redacts the passwords and tokens in its body')
  if (operation?.body?.kind !== 'file') return { kind: 'json', text }
  const [[part, file] = [undefined, undefined], ...more] = Object.entries(body ?? {})
  return part === operation.body.part && typeof file === 'string' && more.length === 0
    ? { kind: 'file', part, text: file }
    : lost(`the log keeps only the file ${operation.body.part} of an upload`)
}

const lost = (why: string): LoggedBody => ({
  kind: 'lost',
  why: `The request cannot be sent again from here: ${why}.`,
})

const hadBody = (headers: LoggedRequest['request']['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
