import type { FaultList } from '../../../../sandboxes/model.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ruleText } from '../../pure/rule-text.ts'
import { control } from '../../state/control.ts'
import { loadFaults } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'

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
                  onClick={() => void doing(remove(rule.id), 'Removed.')}
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
              onConfirm={() => void doing(clear(), 'Cleared.')}
            />
          </p>
        )}
      </>
    )}
  </section>
)

async function remove(id: string): Promise<void> {
  await control('DELETE', `faults/${encodeURIComponent(id)}`)
  await loadFaults()
}

async function clear(): Promise<void> {
  await control('DELETE', 'faults')
  await loadFaults()
}
