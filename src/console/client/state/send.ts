import { parsed } from '../../../contract/objects.ts'
import { type FormOperation, pathWith } from '../pure/api-document.ts'
import type { SentBody, SentRequest } from '../pure/curl.ts'
import type { Field } from '../pure/form-body.ts'
import { isGone } from './control.ts'
import { showErrors, textOf } from './draft.ts'
import { type RequestDraft, tokenNameOf } from './drafts.ts'
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

/** A request to this server. The browser adds the content type of an upload. */
export const requestTo = (
  path: string,
  method: string,
  token: string | undefined,
  body: SentBody | undefined,
  headers: Readonly<Record<string, string>>,
): SentRequest => ({
  method,
  url: base + path,
  headers: {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body?.kind === 'json' && { 'Content-Type': 'application/json' }),
    ...headers,
  },
  body,
})

/** The request of a form. */
export function requestOf(operation: FormOperation, draft: RequestDraft): SentRequest {
  const { fields, values } = draft.parameters
  const chosen = (place: Field['in']) =>
    Object.fromEntries(
      fields
        .filter(({ name, in: where }) => where === place && values.value[name]?.isSent)
        .map(({ name }) => [name, values.value[name]?.text ?? '']),
    )
  const path = pathWith(operation.path, chosen('path'), chosen('query'))
  const token = tokenText(tokenNameOf(operation, draft))
  return requestTo(path, operation.method, token, bodyOf(operation, draft), chosen('header'))
}

function bodyOf({ body }: FormOperation, draft: RequestDraft): SentBody | undefined {
  if (body?.kind === 'json') return { kind: 'json', text: textOf(draft.body) }
  const file = draft.file.value
  return body && file && { kind: 'file', part: body.part, ...file }
}

/** Sends the request of a form, and stores the outcome in the draft. */
export async function sendDraft(operation: FormOperation, draft: RequestDraft): Promise<void> {
  if (draft.sending.value) return
  const sending = new AbortController()
  draft.sending.value = sending
  const sent = requestOf(operation, draft)
  const started = performance.now()
  // Random; browsers offer `randomUUID` in secure contexts only.
  const mark = Math.random().toString(36).slice(2, 10)
  const { response, text, trouble } = await ask(sent, mark, sending.signal)
  const outcome = {
    sent,
    status: response?.status ?? null,
    statusText: response?.statusText ?? '',
    headers: Object.fromEntries(response?.headers ?? []),
    text,
    trouble,
    duration: performance.now() - started,
    logged: trouble === unsent ? undefined : null,
  }
  const errors = response?.status === 422 ? parsed(text) : undefined
  for (const each of [draft.parameters, draft.body]) showErrors(each, errors)
  draft.outcome.value = outcome
  draft.sending.value = undefined
  if (trouble === unsent) return
  const logged = await loggedAs(mark)
  if (draft.outcome.value === outcome) draft.outcome.value = { ...outcome, logged }
}

const unsent = 'The mock server is not responding; nothing was sent.'

/** Sends a request, and reads the response up to its end, or up to the point where the connection was closed. */
async function ask(sent: SentRequest, mark: string, signal: AbortSignal) {
  const wasGone = isGone()
  let response: Response | undefined
  let trouble: string | undefined
  let text = ''
  try {
    response = await fetch(sent.url, {
      method: sent.method,
      headers: { ...sent.headers, [markHeader]: mark },
      cache: 'no-store',
      signal,
      body: payload(sent.body),
    })
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      text += decoder.decode(piece.value, { stream: true })
    text += decoder.decode()
  } catch {
    // The data received until then is shown.
    if (signal.aborted) trouble = 'Cancelled; the server may have processed the request nevertheless.'
    else if (response) trouble = 'The connection was closed in the middle of the response.'
    else trouble = wasGone && isGone() ? unsent : 'The connection was closed without a response.'
  }
  return { response, text, trouble }
}

function payload(body: SentBody | undefined): string | FormData | null {
  if (body?.kind !== 'file') return body?.text ?? null
  const form = new FormData()
  form.append(body.part, body.file, body.file.name)
  return form
}
