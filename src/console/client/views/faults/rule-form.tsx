import { useState } from 'preact/hooks'
import type { FaultRule } from '../../../../model.ts'
import { parsed } from '../../pure/form-body.ts'
import { ruleText } from '../../pure/rule-text.ts'
import { operations } from '../../state/lists.ts'
import { doing, say } from '../../state/notices.ts'
import { addFault } from './add-fault.ts'
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

/** A rule of one's own: by fields, or as JSON where fields do not reach. */
export function RuleForm() {
  const [fields, setFields] = useState(untouched)
  const [json, setJson] = useState<string | undefined>(undefined)
  const rule: FaultRule | undefined =
    json === undefined ? ruleFrom(fields) : (parsed(json) as FaultRule | undefined)
  return (
    <form
      class="card rule-form"
      aria-label="A rule of your own"
      onSubmit={(event) => {
        event.preventDefault()
        if (rule === undefined) say('This is no JSON.', true)
        else void doing(addFault(rule), 'The rule plays.')
      }}
    >
      <header>
        <h2>A rule of your own</h2>
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
        <Fields fields={fields} onChange={setFields} />
      ) : (
        <textarea
          class="mono raw"
          aria-label="Rule as JSON"
          rows={10}
          spellcheck={false}
          value={json}
          onInput={(event) => setJson(event.currentTarget.value)}
        />
      )}
      <p class="rule-send">
        <button type="submit" class="primary">
          Play it
        </button>
        <span class="hint" role="status">
          {rule === undefined ? 'This is no JSON.' : ruleText(rule)}
        </span>
      </p>
    </form>
  )
}

interface FieldsProps {
  readonly fields: RuleFields
  readonly onChange: (fields: RuleFields) => void
}

function Fields({ fields, onChange }: FieldsProps) {
  const field = (name: keyof RuleFields) => ({
    value: fields[name],
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
          Answer
          <select {...field('effect')}>
            <option value="code">an error status</option>
            <option value="none">as usual (but late)</option>
            <option value="reset">the connection breaks off</option>
            <option value="empty">nothing at all</option>
            <option value="truncated">cut short</option>
          </select>
        </label>
        {fields.effect === 'code' && (
          <>
            <label>
              Status
              <input {...field('code')} type="number" min="400" max="599" />
            </label>
            <label>
              Retry-After, seconds
              <input {...field('retryAfter')} type="number" min="0" placeholder="none" />
            </label>
          </>
        )}
        <label>
          Delay, ms
          <input
            {...field('delay')}
            class="mono"
            placeholder="800, or 200-800"
            pattern="\s*\d+\s*(-\s*\d+\s*)?"
          />
        </label>
        <label>
          When
          <select {...field('when')}>
            <option value="before">before anything is written</option>
            <option value="after-commit">after the write was made</option>
          </select>
        </label>
      </fieldset>
      <fieldset>
        <legend>How often</legend>
        <label>
          Probability
          <input {...field('probability')} type="number" min="0" max="1" step="any" placeholder="always" />
        </label>
        <label>
          From call
          <input {...field('from')} type="number" min="1" placeholder="1" />
        </label>
        <label>
          Times
          <input {...field('times')} type="number" min="1" placeholder="no end" />
        </label>
      </fieldset>
    </div>
  )
}
