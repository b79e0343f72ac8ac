import { signal } from '@preact/signals'
import { parsed } from '../../../contract/objects.ts'
import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { type FormOperation, readPath } from '../pure/api-document.ts'
import type { SentBody, SentRequest } from '../pure/curl.ts'
import { type Field, fieldOf } from '../pure/form-body.ts'
import { loggedBody } from '../pure/logged-body.ts'
import { draftFrom } from './draft.ts'
import { freshDraft, replaceDraft } from './drafts.ts'
import { tokens } from './lists.ts'
import { requestTo, tokenText } from './send.ts'

/** The log redacts tokens, so the token is found by its user. */
const tokenOf = ({ owner, request }: LoggedRequest): string =>
  tokens.value?.find(({ who }) => who === owner)?.name ??
  (request.headers['authorization'] === undefined ? 'none' : 'unknown')

/** The headers that affect the response; curl and browsers send an `Accept` of any type by themselves. */
const headersOf = ({ request }: LoggedRequest): Record<string, string> =>
  Object.fromEntries(
    ['Accept', 'Prefer'].flatMap((name) => {
      const value = request.headers[name.toLowerCase()] ?? '*/*'
      return value === '*/*' ? [] : [[name, value]]
    }),
  )

/** A logged request with its body as a request to send again. */
export const requestAgain = (logged: LoggedRequest, body: SentBody | undefined): SentRequest =>
  requestTo(logged.path, logged.method, tokenText(tokenOf(logged)), body, headersOf(logged))

/** Fills in a form from a logged request. */
export function repeat(operation: FormOperation, logged: LoggedRequest): void {
  const draft = freshDraft(operation)
  const query = Object.fromEntries(new URLSearchParams(logged.path.split('?')[1] ?? ''))
  const headers = headersOf(logged)
  const sent = { ...headers, ...query, ...readPath(operation.path, logged.path) }
  const others = (names: object, place: 'query' | 'header'): Field[] =>
    Object.keys(names)
      .filter((name) => !operation.parameters.some((each) => each.name === name))
      .map((name) => ({ ...fieldOf(name, { type: 'string' }, false), in: place }))
  const fields = [...operation.parameters, ...others(query, 'query'), ...others(headers, 'header')]
  const body = loggedBody(operation, logged)
  if (operation.body?.kind === 'json') {
    draft.body.json.value = body?.kind === 'json' ? JSON.stringify(parsed(body.text), null, 2) : ''
    draft.body.mode.value = 'json'
  }
  replaceDraft(operation, {
    ...draft,
    parameters: draftFrom(fields, sent),
    token: signal(tokenOf(logged)),
    file: signal(body?.kind === 'file' ? body : undefined),
  })
}
