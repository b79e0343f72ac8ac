import { signal } from '@preact/signals'
import type { LoggedRequest, TokenInfo } from '../../../sandboxes/model.ts'
import type { FormOperation } from '../pure/api-document.ts'
import type { ChosenFile, SentRequest } from '../pure/curl.ts'
import { fieldOf, fieldsOf } from '../pure/form-body.ts'
import { type Draft, draftFrom } from './draft.ts'
import { tokens } from './lists.ts'

/** The outcome of a request. */
export interface Outcome {
  readonly sent: SentRequest
  /** null if the connection was closed without a response. */
  readonly status: number | null
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** An error of the connection, as a sentence. */
  readonly trouble: string | undefined
  readonly duration: number
  /** null until the log entry arrives; undefined without a log entry. */
  readonly logged: LoggedRequest | null | undefined
}

/** The form of an operation, kept while other views are shown. */
export type RequestDraft = ReturnType<typeof freshDraft>

const drafts = new Map<string, RequestDraft>()

/** The number of drafts that were replaced. */
const replaced = signal(0)

/** The draft of an operation; a draft without edits follows new examples. */
export function draftOf(operation: FormOperation): RequestDraft {
  // Read, so that the view of a draft shows the one that replaces it.
  void replaced.value
  const example = JSON.stringify([operation.parameters, operation.body])
  const draft = drafts.get(operation.id)
  if (draft && (draft.example === example || shown(draft) !== draft.original)) return draft
  const kept = draft && { token: draft.token, outcome: draft.outcome, file: draft.file }
  const fresh: RequestDraft = { ...freshDraft(operation, example), ...kept }
  drafts.set(operation.id, fresh)
  return fresh
}

export function replaceDraft(operation: FormOperation, draft: RequestDraft): void {
  drafts.set(operation.id, draft)
  replaced.value += 1
}

const shown = ({ parameters, body }: { readonly parameters: Draft; readonly body: Draft }) =>
  JSON.stringify([parameters.values.peek(), body.values.peek(), body.json.peek()])

/** @param example the example from which the form is filled in */
export function freshDraft({ parameters, body }: FormOperation, example = '') {
  const filled = {
    parameters: draftFrom(
      parameters,
      Object.fromEntries(parameters.map((each) => [each.name, each.example])),
      { isSent: ({ in: place }) => place === 'path' },
    ),
    body: draftFrom(
      body?.kind === 'json' ? fieldsOf(body.schema) : body ? [fieldOf(body.part, {}, true)] : [],
      body?.kind === 'json' ? body.example : {},
    ),
  }
  return {
    ...filled,
    file: signal<ChosenFile | undefined>(undefined),
    /** Name of a token or a key of `noToken`; undefined for a suitable token. */
    token: signal<string | undefined>(undefined),
    outcome: signal<Outcome | undefined>(undefined),
    /** Stops the request that is under way. */
    sending: signal<AbortController | undefined>(undefined),
    example,
    /** The values from the example. */
    original: shown(filled),
  }
}

/** The token of a form: the chosen one, or the one with the fewest rights that the family accepts. */
export function tokenNameOf({ family }: FormOperation, { token: chosen }: RequestDraft): string | undefined {
  const all = tokens.value ?? []
  const good = all.filter(({ status, families }) => status === 'active' && (!family || families[family]))
  const isLeast = (token: TokenInfo) =>
    family === 'admin' || (family === 'application' ? token.kind === 'application' : !token.rootAdministrator)
  return chosen.value ?? (good.find(isLeast) ?? good[0] ?? all.find(isLeast) ?? all[0])?.name
}
