import { useMemo } from 'preact/hooks'
import { wrongRule } from '../../../faults/rule.ts'
import type { FaultRule } from '../../../sandboxes/model.ts'
import { Action } from '../parts/action.tsx'
import { Empty } from '../parts/empty.tsx'
import { ControlForm } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { plural } from '../parts/text.tsx'
import { ScopeNote, ViewHead } from '../parts/view-head.tsx'
import { neverFires } from '../pure/never-fires.ts'
import { ruleText } from '../pure/rule-text.ts'
import { control } from '../state/control.ts'
import { faults, operations } from '../state/lists.ts'
import { doing } from '../state/notices.ts'

/** The injected faults. */
export function FaultsView() {
  const list = faults.value
  return (
    <>
      <ViewHead
        title="Faults"
        about={
          <>
            Make responses fail, arrive late or break off, to test how clients handle it, <ScopeNote />
          </>
        }
      />
      {list ? (
        <>
          <ActiveRules />
          <h2>Profiles</h2>
          <div class="tiles">
            {list.profiles.map(({ name, text, rules }) => (
              <button
                key={name}
                type="button"
                class="card profile"
                title={rules.map(ruleText).join('\n')}
                onClick={() =>
                  void doing(control('POST', 'faults', { profile: name }), `Profile ${name} added.`)
                }
              >
                <b>{name}</b>
                <span class="quiet">{text}</span>
              </button>
            ))}
          </div>
          <section class="card">
            <h2>Custom rule</h2>
            <RuleForm />
          </section>
        </>
      ) : (
        <Empty icon="faults" title="Loading the faults …" />
      )}
    </>
  )
}

/** The reason why a rule behind some others can never hit a call. */
const why = (rule: FaultRule, earlier: readonly FaultRule[]): string | undefined =>
  neverFires(rule, earlier, operations.value ?? [])

/** The active rules in their order. A sandbox cannot remove the rules of the whole server. */
function ActiveRules() {
  const rules = faults.value?.rules ?? []
  return (
    <section class="card flush" aria-label="Active faults" aria-live="polite">
      {rules.length === 0 && (
        <p class="bar item">
          <Icon name="check" />
          <span>
            <b>No active faults.</b> Choose a profile, or write a rule.
          </span>
        </p>
      )}
      <ul>
        {rules.map((rule, at) => {
          const never = why(rule, rules.slice(0, at))
          return (
            <li key={rule.id} class="bar item">
              <span class="grow">
                <span class="rule-text">{ruleText(rule)}</span>
                {never !== undefined && <span class="tag warn">never: {never}</span>}
              </span>
              <span class="quiet" title="calls that match the rule, and those that got the fault">
                {rule.hits} of {plural(rule.calls, 'call')} hit
              </span>
              {rule.inherited ? (
                <span class="tag" title="set for the whole server, and removed there">
                  from the server
                </span>
              ) : (
                <button
                  type="button"
                  class="bare"
                  aria-label={`Remove: ${ruleText(rule)}`}
                  title="Remove"
                  onClick={() =>
                    void doing(control('DELETE', `faults/${encodeURIComponent(rule.id)}`), 'Rule removed.')
                  }
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {rules.some(({ inherited }) => !inherited) && (
        <p class="bar foot end">
          <Action
            label="Remove all"
            question="Remove all rules?"
            work={() => control('DELETE', 'faults')}
            done="All rules removed."
          />
        </p>
      )}
    </section>
  )
}

const first = { code: 503 }

/** A form for a custom rule, as fields or as JSON. */
function RuleForm() {
  const without = useMemo(() => ['profile'], [])
  return (
    <ControlForm
      operation="addFault"
      label="Rule"
      values={first}
      without={without}
      hasJson
      submit="Add rule"
      check={(rule) => {
        const wrong = wrongRule(rule)
        return wrong && { field: wrong.field || undefined, text: wrong.detail }
      }}
      says={(body) => {
        // A rule without a problem.
        const rule = body as FaultRule
        const never = why(rule, faults.value?.rules ?? [])
        return `${ruleText(rule)}${never === undefined ? '' : `; but never: ${never}`}.`
      }}
      done={() => 'Rule added.'}
    />
  )
}
