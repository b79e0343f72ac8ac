import type { FaultList } from '../../../../sandboxes/model.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ruleText } from '../../pure/rule-text.ts'
import { doing } from '../../state/notices.ts'
import { clearFaults, removeFault } from './change-faults.ts'

/** The rules that are asked, in their order; those of the whole server can be taken away there alone. */
export const ActiveRules = ({ rules }: { readonly rules: FaultList['rules'] }) => (
  <section class="card flush" aria-label="Active faults" aria-live="polite">
    {rules.length === 0 ? (
      <p class="all-well">
        <Icon name="check" />
        <span>
          <b>All is well.</b> No fault is active: take a profile, or write a rule.
        </span>
      </p>
    ) : (
      <>
        <ul class="rules">
          {rules.map((rule) => (
            <li key={rule.id}>
              <span class="rule-text">{ruleText(rule)}</span>
              <span class="rule-count quiet" title="calls that it looked at, and those that it hit">
                {rule.hits} hit of {rule.calls} {rule.calls === 1 ? 'call' : 'calls'}
              </span>
              {rule.inherited ? (
                <span class="tag" title="set for the whole server, and taken away there">
                  of the server
                </span>
              ) : (
                <button
                  type="button"
                  class="bare"
                  aria-label={`Remove: ${ruleText(rule)}`}
                  title="Remove"
                  onClick={() => void doing(removeFault(rule.id), 'Removed.')}
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          ))}
        </ul>
        {rules.some(({ inherited }) => !inherited) && (
          <p class="card-foot">
            <ConfirmButton
              label="Clear all"
              question="Clear all of them?"
              onConfirm={() => void doing(clearFaults(), 'Cleared.')}
            />
          </p>
        )}
      </>
    )}
  </section>
)
