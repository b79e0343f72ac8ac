import { type Signal, signal } from '@preact/signals'
import type { LoggedRequest, TokenInfo } from '../../../sandboxes/model.ts'
import type { FormOperation, Parameter } from '../pure/api-document.ts'
import type { SentRequest } from '../pure/curl.ts'
import { fieldsOf, type Values, valuesFrom } from '../pure/form-body.ts'
import { type Draft, draftFrom } from './draft.ts'

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
export interface RequestDraft extends Draft {
  readonly parameters: Signal<Values>
  /** Parameters of a repeated request that the operation does not declare. */
  readonly others: Signal<readonly Parameter[]>
  readonly file: Signal<File | undefined>
  /** Name of a token or a key of `noToken`; undefined for a suitable token. */
  readonly token: Signal<string | undefined>
  readonly outcome: Signal<Outcome | undefined>
  readonly isSending: Signal<boolean>
  /** The example from which the form was filled in, and its values then. */
  readonly example: string
  readonly original: string
}

const drafts = new Map<string, RequestDraft>()

export const parametersOf = (operation: FormOperation, draft: RequestDraft): readonly Parameter[] => [
  ...operation.parameters,
  ...draft.others.value,
]

/** The draft of an operation; a draft without edits follows new examples. */
export function draftOf(operation: FormOperation): RequestDraft {
  const example = JSON.stringify([operation.parameters, operation.body])
  const draft = drafts.get(operation.id)
  if (draft && (draft.example === example || shown(draft) !== draft.original)) return draft
  const fresh = freshDraft(operation, example)
  if (draft) {
    fresh.token.value = draft.token.value
    fresh.outcome.value = draft.outcome.value
    fresh.file.value = draft.file.value
  }
  drafts.set(operation.id, fresh)
  return fresh
}

export function resetDraft(operation: FormOperation): void {
  const draft = draftOf(operation)
  const fresh = freshDraft(operation, '')
  for (const key of [
    'parameters',
    'others',
    'values',
    'json',
    'file',
    'token',
    'outcome',
    'errors',
  ] as const) {
    // Both are the signal of the same key.
    ;(draft[key] as Signal<unknown>).value = fresh[key].value
  }
}

const shown = ({ parameters, values, json }: Pick<RequestDraft, 'parameters' | 'values' | 'json'>): string =>
  JSON.stringify([parameters.peek(), values.peek(), json.peek()])

function freshDraft({ parameters, body }: FormOperation, example: string): RequestDraft {
  const json = body?.kind === 'json' ? body : undefined
  const filled = {
    ...draftFrom(json ? fieldsOf(json.schema) : [], json?.example ?? {}),
    parameters: signal(withExamples(parameters)),
  }
  return {
    ...filled,
    others: signal([]),
    file: signal(undefined),
    token: signal(undefined),
    outcome: signal(undefined),
    isSending: signal(false),
    example,
    original: shown(filled),
  }
}

/** The values of all parameters; an optional query parameter shows its example and is not sent. */
function withExamples(parameters: readonly Parameter[]): Values {
  const examples = parameters.filter(({ example }) => example !== undefined)
  const values = valuesFrom(
    parameters,
    Object.fromEntries(examples.map(({ name, example }) => [name, example])),
  )
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { text = '' } = values[parameter.name] ?? {}
      return [parameter.name, { isSent: parameter.in === 'path', text }]
    }),
  )
}

/** The default token of a form: the one with the fewest rights that the family accepts. */
export function suitableToken({ family }: FormOperation, all: readonly TokenInfo[]): TokenInfo | undefined {
  if (family === undefined) return all[0]
  const good = all.filter(({ status, families }) => status === 'active' && families[family])
  const isLeast = (token: TokenInfo) =>
    family === 'admin' || (family === 'application' ? token.kind === 'application' : !token.rootAdministrator)
  return good.find(isLeast) ?? good[0] ?? all.find(isLeast) ?? all[0]
}
