import { parsed } from '../../../contract/objects.ts'
import { type FormOperation, pathWith } from '../pure/api-document.ts'
import type { SentBody, SentRequest } from '../pure/curl.ts'
import type { Field } from '../pure/form-body.ts'
import { isGone } from './control.ts'
import { showErrors, textOf } from './draft.ts'
import { type RequestDraft, suitableToken } from './drafts.ts'
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
  const { fields, values } = draft.parameters
  const chosen = (place: Field['in']) =>
    Object.fromEntries(
      fields
        .filter(({ name, in: where }) => where === place && values.value[name]?.isSent)
        .map(({ name }) => [name, values.value[name]?.text ?? '']),
    )
  const token = tokenText(draft.token.value ?? suitableToken(operation, tokens.value ?? [])?.name)
  const body = bodyOf(operation, draft)
  return {
    method: operation.method,
    url: base + pathWith(operation.path, chosen('path'), chosen('query')),
    headers: headersFor(token, body, chosen('header')),
    body,
  }
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
  const wasGone = isGone()
  const started = performance.now()
  // Random; browsers offer `randomUUID` in secure contexts only.
  const mark = Math.random().toString(36).slice(2, 10)
  const { response, text, isWhole } = await ask(sent, mark, sending.signal)
  const isAborted = sending.signal.aborted && !isWhole
  const isUnsent = !response && !isAborted && wasGone && isGone()
  const trouble = isAborted
    ? 'Cancelled; the server may have processed the request nevertheless.'
    : isUnsent
      ? 'The mock server is not responding; nothing was sent.'
      : !response
        ? 'The connection was closed without a response.'
        : isWhole
          ? undefined
          : 'The connection was closed in the middle of the response.'
  const outcome = {
    sent,
    status: response?.status ?? null,
    statusText: response?.statusText ?? '',
    headers: Object.fromEntries(response?.headers ?? []),
    text,
    trouble,
    duration: performance.now() - started,
    logged: isUnsent ? undefined : null,
  }
  const errors = response?.status === 422 ? parsed(text) : undefined
  for (const each of [draft.parameters, draft.body]) showErrors(each, errors)
  draft.outcome.value = outcome
  draft.sending.value = undefined
  if (isUnsent) return
  const logged = await loggedAs(mark)
  if (draft.outcome.value === outcome) draft.outcome.value = { ...outcome, logged }
}

/** Sends a request, and reads the response up to its end, or up to the point where the connection was closed. */
async function ask(sent: SentRequest, mark: string, signal: AbortSignal) {
  let [response, text, isWhole]: [Response | undefined, string, boolean] = [undefined, '', false]
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
    isWhole = true
  } catch {
    // The data received until then is shown.
  }
  return { response, text, isWhole }
}

function payload(body: SentBody | undefined): string | FormData | null {
  if (body?.kind !== 'file') return body?.text ?? null
  const form = new FormData()
  form.append(body.part, body.file, body.file.name)
  return form
}
