import { useState } from 'preact/hooks'
import { breaks } from '../../../../faults/limits.ts'
import type { FaultRule } from '../../../../sandboxes/model.ts'
import { parsed } from '../../pure/form-body.ts'
import { ruleProblem } from '../../pure/rule-problem.ts'
import { ruleText } from '../../pure/rule-text.ts'
import { operations } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'
import { addFault } from './change-faults.ts'
import { type RuleFields, ruleFrom } from './rule-fields.ts'

const untouched: RuleFields = {
  operation: '',
  method: '',
  path: '',
  effect: 'code',
  code: '503',
  retryAfter: '',
  delay: '',
  when: 'before',
  probability: '',
  from: '',
  times: '',
}

/** A form for a custom rule, as fields or as JSON. */
export function RuleForm() {
  const [fields, setFields] = useState(untouched)
  const [json, setJson] = useState<string | undefined>(undefined)
  const rule = json === undefined ? ruleFrom(fields) : parsed(json)
  const problem =
    rule === undefined ? { field: undefined, text: 'This is not valid JSON.' } : ruleProblem(rule)
  return (
    <form
      class="card rule-form"
      aria-label="Custom rule"
      data-send
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) void doing(addFault(rule as FaultRule), 'Rule added.')
        // The hint beside the button explains the error.
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    >
      <header>
        <h2>Custom rule</h2>
        <div class="segments">
          <button type="button" aria-pressed={json === undefined} onClick={() => setJson(undefined)}>
            Fields
          </button>
          <button
            type="button"
            aria-pressed={json !== undefined}
            onClick={() => setJson(json ?? JSON.stringify(ruleFrom(fields), null, 2))}
          >
            JSON
          </button>
        </div>
      </header>
      {json === undefined ? (
        <Fields fields={fields} wrong={problem?.field} onChange={setFields} />
      ) : (
        <textarea
          class="mono raw"
          aria-label="Rule as JSON"
          aria-invalid={problem !== undefined}
          aria-describedby="rule-says"
          rows={10}
          spellcheck={false}
          value={json}
          onInput={(event) => setJson(event.currentTarget.value)}
        />
      )}
      <p class="rule-send">
        <button type="submit" class="primary">
          Add rule
        </button>
        <span class={`hint ${problem ? 'warn' : 'rule-text'}`} id="rule-says" role="status">
          {problem ? problem.text : ruleText(rule as FaultRule)}
        </span>
      </p>
    </form>
  )
}

const breakWords: Readonly<Record<(typeof breaks)[number], string>> = {
  reset: 'connection reset',
  empty: 'connection closed without a response',
  truncated: 'truncated',
}

interface FieldsProps {
  readonly fields: RuleFields
  /** Name of the invalid field. */
  readonly wrong: string | undefined
  readonly onChange: (fields: RuleFields) => void
}

function Fields({ fields, wrong, onChange }: FieldsProps) {
  const field = (name: keyof RuleFields) => ({
    value: fields[name],
    'aria-invalid': name === wrong,
    'aria-describedby': name === wrong ? 'rule-says' : undefined,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...fields, [name]: event.currentTarget.value }),
  })
  return (
    <div class="rule-fields">
      <fieldset>
        <legend>Which calls</legend>
        <label>
          Operation
          <select {...field('operation')}>
            <option value="">any</option>
            {operations.value?.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
        <label>
          Method
          <select {...field('method')}>
            {['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => (
              <option key={method} value={method}>
                {method || 'any'}
              </option>
            ))}
          </select>
        </label>
        <label>
          Path
          <input {...field('path')} class="mono" placeholder="/api/client/*" />
        </label>
      </fieldset>
      <fieldset>
        <legend>What happens</legend>
        <label>
          Response
          <select {...field('effect')}>
            <option value="code">an error status</option>
            <option value="none">as usual (delayed)</option>
            {breaks.map((each) => (
              <option key={each} value={each}>
                {breakWords[each]}
              </option>
            ))}
          </select>
        </label>
        {fields.effect === 'code' && (
          <>
            <label>
              Status
              <input {...field('code')} inputMode="numeric" />
            </label>
            <label>
              Retry-After, s
              <input {...field('retryAfter')} inputMode="numeric" placeholder="none" />
            </label>
          </>
        )}
        <label>
          Delay, ms
          <input {...field('delay')} placeholder="800, or 200-800" />
        </label>
        <label>
          When
          <select {...field('when')}>
            <option value="before">before the write</option>
            <option value="after-commit">after the write</option>
          </select>
        </label>
      </fieldset>
      <fieldset>
        <legend>How often</legend>
        <label>
          Probability
          <input {...field('probability')} inputMode="decimal" placeholder="0 to 1; always" />
        </label>
        <label>
          From call
          <input {...field('from')} inputMode="numeric" placeholder="1" />
        </label>
        <label>
          Times
          <input {...field('times')} inputMode="numeric" placeholder="no end" />
        </label>
      </fieldset>
    </div>
  )
}
