import type { FormOperation, Parameter } from '../pure/api-document.ts'
import type { SentBody, SentRequest } from '../pure/curl.ts'
import { fillPath } from '../pure/fill-path.ts'
import { parsed } from '../pure/form-body.ts'
import { errorsByField } from '../pure/refusal-text.ts'
import { isGone } from './connection.ts'
import { textOf } from './draft.ts'
import { parametersOf, type RequestDraft, suitableToken } from './drafts.ts'
import { sourceOf } from './files.ts'
import { tokens } from './lists.ts'
import { base } from './place.ts'
import { loggedAs, markHeader } from './requests.ts'

/** Choices of the token picker that are not tokens of this server. */
export const noToken = { none: 'no token', unknown: 'an unknown token' } as const

/** The token for a name in the token picker; undefined for `none`. */
export const tokenText = (name: string | undefined): string | undefined =>
  name === 'unknown'
    ? 'not-a-token-of-this-server'
    : tokens.value?.find((token) => token.name === name)?.token

/** The headers of a request; the browser adds the content type of an upload. */
export const headersFor = (
  token: string | undefined,
  body: { readonly kind: string } | undefined,
  others: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  ...(body?.kind === 'json' && { 'Content-Type': 'application/json' }),
  ...others,
})

/** The request of a form. */
export function requestOf(operation: FormOperation, draft: RequestDraft): SentRequest {
  const chosen = (place: Parameter['in']) =>
    Object.fromEntries(
      parametersOf(operation, draft)
        .filter(({ name, in: where }) => where === place && draft.parameters.value[name]?.isSent)
        .map(({ name }) => [name, draft.parameters.value[name]?.text ?? '']),
    )
  const token = tokenText(draft.token.value ?? suitableToken(operation, tokens.value ?? [])?.name)
  const body = bodyOf(operation, draft)
  return {
    method: operation.method,
    url: base + fillPath(operation.path, chosen('path'), chosen('query')),
    headers: headersFor(token, body, chosen('header')),
    body,
  }
}

function bodyOf(operation: FormOperation, draft: RequestDraft): SentBody | undefined {
  if (operation.body?.kind === 'json') return { kind: 'json', text: textOf(draft) }
  if (operation.body?.kind === 'file' && draft.file.value) {
    const file = draft.file.value
    return { kind: 'file', part: operation.body.part, name: file.name, source: sourceOf(file) }
  }
  return undefined
}

/** A random mark. Browsers offer `randomUUID` in secure contexts only. */
const newMark = () => Math.random().toString(36).slice(2, 10)

let underWay: AbortController | undefined

export const stopSending = (): void => underWay?.abort()

/** Sends the request of a form, and stores the outcome in the draft. */
export async function sendDraft(operation: FormOperation, draft: RequestDraft): Promise<void> {
  if (draft.isSending.value) return
  draft.isSending.value = true
  const sent = requestOf(operation, draft)
  draft.errors.value = new Map()
  const mark = newMark()
  const aborter = new AbortController()
  underWay = aborter
  const started = performance.now()
  const wasGone = isGone()
  const outcome = {
    sent,
    status: null,
    statusText: '',
    headers: {},
    text: '',
    trouble: undefined,
    logged: null,
  }
  const took = () => performance.now() - started
  let isSent = true
  try {
    const response = await fetch(sent.url, {
      method: sent.method,
      headers: { ...sent.headers, [markHeader]: mark },
      cache: 'no-store',
      signal: aborter.signal,
      ...payload(sent.body, draft.file.value),
    })
    const { text, isWhole } = await readText(response)
    draft.outcome.value = {
      ...outcome,
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      text,
      trouble: isWhole ? undefined : 'The connection was closed in the middle of the response.',
      duration: took(),
    }
    if (response.status === 422) {
      const names = [...parametersOf(operation, draft), ...draft.fields].map(({ name }) => name)
      draft.errors.value = errorsByField(parsed(text), names)
    }
  } catch {
    isSent = aborter.signal.aborted || !wasGone || !isGone()
    const trouble = aborter.signal.aborted
      ? 'Cancelled; the server may have processed the request nevertheless.'
      : isSent
        ? 'The connection was closed without a response.'
        : 'The mock server is not responding; nothing was sent.'
    draft.outcome.value = { ...outcome, trouble, duration: took(), ...(!isSent && { logged: undefined }) }
  } finally {
    draft.isSending.value = false
  }
  if (!isSent) return
  const received = draft.outcome.value
  const logged = await loggedAs(mark)
  if (received && draft.outcome.value === received) draft.outcome.value = { ...received, logged }
}

function payload(body: SentBody | undefined, file: File | undefined): { readonly body?: string | FormData } {
  if (body?.kind === 'json') return { body: body.text }
  if (body?.kind !== 'file' || !file) return {}
  const form = new FormData()
  form.append(body.part, file, file.name)
  return { body: form }
}

/** Reads a body up to its end, or up to the point where the connection was closed. */
async function readText(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) return { text: text + decoder.decode(), isWhole: true }
      text += decoder.decode(piece.value, { stream: true })
    }
  } catch {
    return { text, isWhole: false }
  }
}
