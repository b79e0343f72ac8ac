import type { LoggedRequest } from '../../../sandboxes/model.ts'
import type { FormOperation } from './api-document.ts'

/** What a request of the log is sent with once more. */
export type LoggedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'file'; readonly part: string; readonly text: string }
  /** With the reason, for people. */
  | { readonly kind: 'lost'; readonly why: string }

/** The sentence that the log keeps in the place of a body. */
const forgotten = /^\(.* than the log remembers\)$/

/** What stands in the place of a secret. */
const blackened = '[redacted]'

/** Finds out whether the log still has what was sent: it forgets long bodies, and blacks out secrets. */
export function loggedBody(operation: FormOperation | undefined, logged: LoggedRequest): LoggedBody {
  const { headers, body } = logged.request
  if (logged.path.includes(blackened)) return lost('the log blacks out the secrets in its address')
  if (body === null) {
    const isNeeded = operation === undefined || operation.body !== undefined
    return isNeeded && hadBody(headers) ? lost('the log does not have its body') : { kind: 'none' }
  }
  if (typeof body === 'string' && forgotten.test(body)) {
    return lost('the log keeps no body as long or as deep as this one')
  }
  const text = JSON.stringify(body)
  if (text.includes(blackened)) return lost('the log blacks out the passwords and tokens in its body')
  if (operation?.body?.kind !== 'file') return { kind: 'json', text }
  const [[part, file] = [undefined, undefined], ...more] = Object.entries(body ?? {})
  return part === operation.body.part && typeof file === 'string' && more.length === 0
    ? { kind: 'file', part, text: file }
    : lost(`of an upload, the log keeps nothing but the file ${operation.body.part}`)
}

const lost = (why: string): LoggedBody => ({ kind: 'lost', why: `Cannot be sent again from here: ${why}.` })

const hadBody = (headers: LoggedRequest['request']['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
