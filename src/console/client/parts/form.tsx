import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { WrongField } from '../../../contract/checking/errors-in.ts'
import { capitalized } from '../../../contract/checking/words.ts'
import { mapValues, parsed } from '../../../contract/objects.ts'
import { pathWith } from '../pure/api-document.ts'
import { type Field, fieldsOf } from '../pure/form-body.ts'
import { ControlError, control } from '../state/control.ts'
import { changeMode, type Draft, draftFrom, showErrors, textOf } from '../state/draft.ts'
import { controlNamed } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { Button, Segments } from './buttons.tsx'
import { type FieldLook, FieldRow } from './fields.tsx'
import { Sentence } from './text.tsx'

/** The error in a body, and its field. */
type Problem = Pick<WrongField, 'detail'> & Partial<WrongField>

interface BodyProps {
  readonly label: string
  readonly draft: Draft
  readonly look?: FieldLook
  /** Whether the body can be edited as JSON too. */
  readonly hasJson?: boolean
  readonly problem?: Problem | undefined
}

interface Props extends Omit<BodyProps, 'problem' | 'draft'> {
  readonly fields: readonly Field[]
  /** The values of the fields at first; other fields are empty. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly submit: string
  /** The question that the button asks before the form is sent. */
  readonly question?: string
  /** Finds an error before the form is sent. */
  readonly check?: (body: unknown) => Problem | undefined
  /** A sentence about a valid body. */
  readonly says?: (body: unknown) => string
  /** @throws ControlError whose messages about fields are shown at the fields */
  readonly send: (body: unknown) => Promise<unknown>
  /** The message after success. */
  readonly done?: (body: unknown) => string
  /** More buttons. */
  readonly children?: ComponentChildren
}

/** A form whose fields are described by data. */
export function Form(props: Props) {
  const { fields, values = {}, hasJson, submit, question, check, says, send, done = () => '' } = props
  const fresh = () => draftFrom(fields, values, { isEmpty: true })
  const draft = useMemo(fresh, [])
  const body = parsed(textOf(draft))
  const problem = body === undefined ? { detail: 'This is not valid JSON.' } : check?.(body)
  const attempt = async () => {
    draft.errors.value = new Map()
    try {
      await send(body)
    } catch (error) {
      if (error instanceof ControlError) showErrors(draft, error.body)
      throw error
    }
    draft.values.value = fresh().values.value
  }
  return (
    <form
      class="form"
      aria-label={props.label}
      noValidate
      data-send={hasJson ? '' : undefined}
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (problem || question !== undefined || !(await doing(attempt, done(body)))) {
          form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }
      }}
    >
      <Body {...props} draft={draft} problem={problem} />
      <p class="buttons">
        {question === undefined ? (
          <button type="submit" class="primary">
            {submit}
          </button>
        ) : (
          <Button look="" question={question} press={attempt} done={done(body)}>
            {submit}
          </Button>
        )}
        {props.children}
        {(problem || says) && (
          <span class={`hint ${problem ? 'warn' : ''}`} role="status">
            <Sentence text={capitalized(problem?.detail ?? says?.(body) ?? '')} />
          </span>
        )}
      </p>
    </form>
  )
}

/** The fields of a body, or the body as JSON with the errors about its fields. */
export function Body({ label, draft, look = 'words', hasJson = false, problem }: BodyProps) {
  const { fields, mode, json } = draft
  const isJson = mode.value === 'json'
  return (
    <>
      {hasJson && (
        <Segments
          label="Edit as"
          choices={{ fields: 'Fields', json: 'JSON' }}
          chosen={mode.value}
          onChoose={(next) => changeMode(draft, next)}
        />
      )}
      {isJson ? (
        <textarea
          class="mono"
          aria-label={`${label} as JSON`}
          aria-invalid={problem !== undefined}
          spellcheck={false}
          rows={Math.min(24, Math.max(6, json.value.split('\n').length + 1))}
          value={json.value}
          onInput={(event) => {
            json.value = event.currentTarget.value
          }}
        />
      ) : (
        <div class={look === 'words' ? 'stack' : `fields ${look}`}>
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              field={field}
              look={look}
              draft={draft}
              isInvalid={field.name === problem?.field}
            />
          ))}
        </div>
      )}
      {isJson && <Errors draft={draft} />}
    </>
  )
}

/** All errors about the fields of a body. */
export const Errors = ({ draft }: Readonly<{ draft: Draft }>) => (
  <ul>
    {[...draft.errors.value].map(([name, error]) => (
      <li key={name} class="hint bad">
        <Sentence text={error} />
      </li>
    ))}
  </ul>
)

interface ControlProps extends Omit<Props, 'fields' | 'send'> {
  /** Id of an operation of the control API, whose description has the fields: those of its body, or its query. */
  readonly operation: string
  /** A field that is not shown. */
  readonly without?: string
}

/** A form that sends an operation of the control API. */
export function ControlForm({ operation: id, without, ...props }: ControlProps) {
  const operation = controlNamed(id)
  if (!operation) return null
  const { method, path, parameters, body } = operation
  const fields = body?.kind === 'json' ? fieldsOf(body.schema) : parameters
  const send = (given: unknown) =>
    control(method, pathWith(path, {}, body ? {} : mapValues(Object(given), String)).slice(1), body && given)
  return <Form {...props} fields={fields.filter(({ name }) => name !== without)} send={send} />
}
