import { type Signal, signal } from '@preact/signals'
import type { LoggedRequest, TokenInfo } from '../../../sandboxes/model.ts'
import type { FormOperation, Parameter } from '../pure/api-document.ts'
import type { SentRequest } from '../pure/curl.ts'
import { bodyFrom, type Field, fieldsOf, type Values, valuesFrom } from '../pure/form-body.ts'

/** What a request came to. */
export interface Outcome {
  readonly sent: SentRequest
  /** null if the connection was broken off without an answer. */
  readonly status: number | null
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** What went wrong on the way, in words. */
  readonly trouble: string | undefined
  readonly duration: number
  /** null until the log has told; undefined if it never did. */
  readonly logged: LoggedRequest | null | undefined
}

/** A form as it is filled in; it stays so while one looks at other views. */
export interface Draft {
  readonly parameters: Signal<Values>
  /** Parameters that the operation does not know, but the request that is repeated had. */
  readonly others: Signal<readonly Parameter[]>
  readonly fields: Signal<Values>
  readonly mode: Signal<'fields' | 'json'>
  readonly json: Signal<string>
  readonly file: Signal<File | undefined>
  /** Name of a token, or one of the two ways to have none; undefined for one that suits. */
  readonly token: Signal<string | undefined>
  readonly outcome: Signal<Outcome | undefined>
  readonly isSending: Signal<boolean>
  /** The example that it was filled in with, to know whether anybody has touched it. */
  readonly example: string
}

const drafts = new Map<string, Draft>()

export const bodyFieldsOf = (operation: FormOperation): Field[] =>
  operation.body?.kind === 'json' ? fieldsOf(operation.body.schema) : []

export const parametersOf = (operation: FormOperation, draft: Draft): readonly Parameter[] => [
  ...operation.parameters,
  ...draft.others.value,
]

/** The draft of an operation; an untouched one follows the examples. */
export function draftOf(operation: FormOperation): Draft {
  const example = JSON.stringify([operation.parameters, operation.body])
  const draft = drafts.get(operation.id)
  if (draft && (draft.example === example || isTouched(draft))) return draft
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
  draft.parameters.value = fresh.parameters.value
  draft.others.value = []
  draft.fields.value = fresh.fields.value
  draft.json.value = fresh.json.value
  draft.file.value = undefined
  draft.token.value = undefined
  draft.outcome.value = undefined
}

/** Values that forms were filled in with, by their draft. */
const originals = new WeakMap<Draft, string>()

const shown = ({ parameters, fields, json }: Draft): string =>
  JSON.stringify([parameters.peek(), fields.peek(), json.peek()])

const isTouched = (draft: Draft): boolean => originals.get(draft) !== shown(draft)

function freshDraft(operation: FormOperation, example: string): Draft {
  const given = operation.parameters.filter(
    (parameter) => parameter.example !== undefined && parameter.in === 'path',
  )
  const fields = bodyFieldsOf(operation)
  const body = operation.body?.kind === 'json' ? operation.body.example : {}
  const values = valuesFrom(fields, isObject(body) ? body : {})
  const draft: Draft = {
    parameters: signal(withExamples(operation, given)),
    others: signal([]),
    fields: signal(values),
    mode: signal(fields.length === 0 ? 'json' : 'fields'),
    json: signal(JSON.stringify(body, null, 2)),
    file: signal(undefined),
    token: signal(undefined),
    outcome: signal(undefined),
    isSending: signal(false),
    example,
  }
  originals.set(draft, shown(draft))
  return draft
}

/** A query parameter shows its example and is sent when it is wanted. */
function withExamples(operation: FormOperation, given: FormOperation['parameters']): Values {
  const values = valuesFrom(
    operation.parameters,
    Object.fromEntries(given.map(({ name, example }) => [name, example])),
  )
  const texts = operation.parameters.map(({ name, example }) => {
    const value = values[name] ?? { isSent: false, text: '' }
    return [
      name,
      value.text === '' && example !== undefined ? { ...value, text: String(example) } : value,
    ] as const
  })
  return Object.fromEntries(texts)
}

/** What goes out as the body of a form. */
export const bodyTextOf = (operation: FormOperation, draft: Draft): string =>
  draft.mode.value === 'json'
    ? draft.json.value
    : JSON.stringify(bodyFrom(bodyFieldsOf(operation), draft.fields.value))

/** Changes between fields and JSON, and takes along what was entered. */
export function changeMode(operation: FormOperation, draft: Draft, mode: 'fields' | 'json'): void {
  const fields = bodyFieldsOf(operation)
  if (mode === 'json' && draft.mode.value === 'fields') {
    draft.json.value = JSON.stringify(bodyFrom(fields, draft.fields.value), null, 2)
  }
  if (mode === 'fields' && draft.mode.value === 'json') {
    try {
      const body: unknown = JSON.parse(draft.json.value)
      if (isObject(body)) {
        const texts = Object.entries(valuesFrom(fields, body))
        draft.fields.value = Object.fromEntries(
          texts.map(([name, value]) => [name, name in body ? value : { ...value, isSent: false }]),
        )
      }
    } catch {
      // What is no JSON cannot be told in fields; they stay as they were.
    }
  }
  draft.mode.value = mode
}

/** The token that a form takes unless told otherwise: the least that the family accepts. */
export function suitableToken(operation: FormOperation, all: readonly TokenInfo[]): TokenInfo | undefined {
  const { family } = operation
  if (family === undefined) return all[0]
  const good = all.filter(({ status, families }) => status === 'active' && families[family])
  const isLeast = (token: TokenInfo) =>
    family === 'admin' || (family === 'application' ? token.kind === 'application' : !token.rootAdministrator)
  return good.find(isLeast) ?? good[0] ?? all.find(isLeast) ?? all[0]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
