import { type Signal, signal } from '@preact/signals'
import type { LoggedRequest, TokenInfo } from '../../../sandboxes/model.ts'
import type { FormOperation, Parameter } from '../pure/api-document.ts'
import type { SentRequest } from '../pure/curl.ts'
import { bodyFrom, type Field, fieldsOf, parsed, type Values, valuesFrom } from '../pure/form-body.ts'
import { errorsByField } from '../pure/refusal-text.ts'

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

/** The state of a form, kept while other views are shown. */
export interface Draft {
  readonly parameters: Signal<Values>
  /** Parameters of a repeated request that the operation does not declare. */
  readonly others: Signal<readonly Parameter[]>
  readonly fields: Signal<Values>
  readonly mode: Signal<'fields' | 'json'>
  readonly json: Signal<string>
  readonly file: Signal<File | undefined>
  /** Name of a token or a key of `noToken`; undefined for a suitable token. */
  readonly token: Signal<string | undefined>
  readonly outcome: Signal<Outcome | undefined>
  readonly isSending: Signal<boolean>
  /** The example from which the form was filled in. */
  readonly example: string
}

const drafts = new Map<string, Draft>()

export const bodyFieldsOf = (operation: FormOperation): Field[] =>
  operation.body?.kind === 'json' ? fieldsOf(operation.body.schema) : []

export const parametersOf = (operation: FormOperation, draft: Draft): readonly Parameter[] => [
  ...operation.parameters,
  ...draft.others.value,
]

/** The draft of an operation; a draft without edits follows new examples. */
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

/** The initial values of each draft. */
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

/** The values of all parameters; an optional query parameter shows its example and is not sent. */
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

/** The body of a form as text. */
export const bodyTextOf = (operation: FormOperation, draft: Draft): string =>
  draft.mode.value === 'json'
    ? draft.json.value
    : JSON.stringify(bodyFrom(bodyFieldsOf(operation), draft.fields.value))

/** The errors of the latest response by field, without the errors of fields that were edited since. */
export function errorsOf(operation: FormOperation, draft: Draft): ReadonlyMap<string, string> {
  const outcome = draft.outcome.value
  const errors = errorsByField(outcome?.status ?? null, outcome?.text ?? '')
  if (errors.size === 0 || outcome?.sent.body?.kind !== 'json') return errors
  const [sent, now] = [parsed(outcome.sent.body.text), parsed(bodyTextOf(operation, draft))]
  return new Map([...errors].filter(([name]) => isSame(sent, now, name)))
}

const isSame = (one: unknown, other: unknown, name: string): boolean =>
  JSON.stringify(isObject(one) && one[name]) === JSON.stringify(isObject(other) && other[name])

/** Switches between fields and JSON, and converts the entered values. */
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
      // Invalid JSON cannot be shown as fields, which keep their values.
    }
  }
  draft.mode.value = mode
}

/** The default token of a form: the one with the fewest rights that the family accepts. */
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
