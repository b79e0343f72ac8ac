import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { isLostBody } from '../../../util/lost-body.ts'
import type { FormOperation } from './api-document.ts'
import { jsonFile, piped } from './curl.ts'

/** The text that replaces a secret in the log. */
const blackened = '[redacted]'

/**
 * The body of a logged request, or why it is lost, in a sentence: the log drops long bodies and redacts secrets.
 * Undefined for a request without a body.
 */
export function loggedBody(operation: FormOperation | undefined, logged: LoggedRequest) {
  const { headers, body } = logged.request
  if (logged.path.includes(blackened)) return lost('the log redacts the secrets in its URL')
  if (body === null) {
    const isNeeded = operation === undefined || operation.body !== undefined
    return isNeeded && hadBody(headers) ? lost('the log does not have its body') : undefined
  }
  if (typeof body === 'string' && isLostBody(body)) {
    return lost('its body is longer or more deeply nested than the log keeps')
  }
  const text = JSON.stringify(body)
  if (text.includes(blackened)) return lost('the log redacts the passwords and tokens in its body')
  if (operation?.body?.kind !== 'file') return { kind: 'json' as const, text }
  const [[part, file] = [undefined, undefined], ...more] = Object.entries(body ?? {})
  if (part !== operation.body.part || typeof file !== 'string' || more.length > 0) {
    return lost(`the log keeps only the file ${operation.body.part} of an upload`)
  }
  // The log does not keep the name of the file.
  return { kind: 'file' as const, part, ...piped(jsonFile('egg.json', file), file) }
}

const lost = (why: string) => ({
  kind: 'lost' as const,
  why: `The request cannot be sent again from here: ${why}.`,
})

/** Whether a logged request had a body, which the log may lack. */
export const hadBody = (headers: LoggedRequest['request']['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
