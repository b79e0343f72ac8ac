import type { LoggedRequest } from '../../../sandboxes/model.ts'
import type { FormOperation, Parameter } from '../pure/api-document.ts'
import type { SentRequest } from '../pure/curl.ts'
import { readPath } from '../pure/fill-path.ts'
import { fieldOf } from '../pure/form-body.ts'
import { loggedBody } from '../pure/logged-body.ts'
import { draftOf, resetDraft } from './drafts.ts'
import { fileFrom } from './files.ts'
import { tokens } from './lists.ts'
import { base } from './place.ts'
import { headersFor, tokenText } from './send.ts'

/** The name of an uploaded file, which the log does not keep. */
const fileName = 'egg.json'

/** The log redacts tokens, so the token is found by its user. */
const tokenOf = ({ owner, request }: LoggedRequest): string =>
  tokens.value?.find(({ who }) => who === owner)?.name ??
  (request.headers['authorization'] === undefined ? 'none' : 'unknown')

/** The headers that affect the response. */
function headersOf({ request }: LoggedRequest): Record<string, string> {
  const prefer = request.headers['prefer']
  return prefer === undefined ? {} : { Prefer: prefer }
}

/** A logged request as a request to send again. */
export function requestAgain(operation: FormOperation | undefined, logged: LoggedRequest): SentRequest {
  const body = loggedBody(operation, logged)
  return {
    method: logged.method,
    url: base + logged.path,
    headers: headersFor(tokenText(tokenOf(logged)), body, headersOf(logged)),
    ...(body.kind === 'json' && { body }),
    ...(body.kind === 'file' && {
      body: { kind: 'file', part: body.part, name: fileName, source: { text: body.text } },
    }),
  }
}

/** Fills in a form from a logged request. */
export function repeat(operation: FormOperation, logged: LoggedRequest): void {
  resetDraft(operation)
  const draft = draftOf(operation)
  const path = readPath(operation.path, logged.path) ?? {}
  const query = Object.fromEntries(new URLSearchParams(logged.path.split('?')[1] ?? ''))
  const headers = headersOf(logged)
  const isKnown = (wanted: string) => operation.parameters.some(({ name }) => name === wanted)
  draft.others.value = [
    ...Object.keys(query).flatMap((name) => (isKnown(name) ? [] : other(name, 'query'))),
    ...Object.keys(headers).flatMap((name) => other(name, 'header')),
  ]
  const sent: Readonly<Record<string, string>> = { ...headers, ...query, ...path }
  draft.parameters.value = Object.fromEntries(
    [...operation.parameters, ...draft.others.value].map(({ name, in: place }) => [
      name,
      { isSent: place === 'path' || sent[name] !== undefined, text: sent[name] ?? '' },
    ]),
  )
  draft.token.value = tokenOf(logged)
  const body = loggedBody(operation, logged)
  if (body.kind === 'file') draft.file.value = fileFrom(fileName, body.text, { text: body.text })
  if (operation.body?.kind === 'json') {
    draft.json.value = body.kind === 'json' ? JSON.stringify(JSON.parse(body.text), null, 2) : ''
    draft.mode.value = 'json'
  }
}

const other = (name: string, place: Parameter['in']): Parameter[] => [
  { ...fieldOf(name, { type: 'string' }, false), in: place, example: undefined },
]
