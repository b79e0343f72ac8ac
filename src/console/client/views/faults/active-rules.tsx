import type { FaultList } from '../../../../sandboxes/model.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { plural } from '../../parts/request.tsx'
import { ruleText } from '../../pure/rule-text.ts'
import { doing } from '../../state/notices.ts'
import { clearFaults, removeFault } from './change-faults.ts'

/** The active rules in their order. A sandbox cannot remove the rules of the whole server. */
export const ActiveRules = ({ rules }: { readonly rules: FaultList['rules'] }) => (
  <section class="card flush" aria-label="Active faults" aria-live="polite">
    {rules.length === 0 ? (
      <p class="all-well">
        <Icon name="check" />
        <span>
          <b>No active faults.</b> Choose a profile, or write a rule.
        </span>
      </p>
    ) : (
      <>
        <ul class="rules">
          {rules.map((rule) => (
            <li key={rule.id}>
              <span class="rule-text">{ruleText(rule)}</span>
              <span class="rule-count quiet" title="calls that match the rule, and those that got the fault">
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
                  onClick={() => void doing(removeFault(rule.id), 'Rule removed.')}
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
              label="Remove all"
              question="Remove all rules?"
              onConfirm={() => void doing(clearFaults(), 'All rules removed.')}
            />
          </p>
        )}
      </>
    )}
  </section>
)
