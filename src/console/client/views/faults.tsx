import type { FaultList } from '../../../model.ts'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { ScopeNote } from '../parts/scope-note.tsx'
import { ViewHead } from '../parts/view-head.tsx'
import { ruleText } from '../pure/rule-text.ts'
import { control } from '../state/control.ts'
import { faults } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { addFault } from './faults/add-fault.ts'
import { RuleForm } from './faults/rule-form.tsx'

/** What goes wrong on purpose. */
export function FaultsView() {
  const list = faults.value
  return (
    <>
      <ViewHead
        title="Faults"
        about={
          <>
            Let answers fail, come late or break off, to see what a client makes of it, <ScopeNote />
          </>
        }
      />
      {list ? (
        <>
          <ActiveRules rules={list.rules} />
          <h2>Profiles</h2>
          <div class="profiles">
            {list.profiles.map(({ name, text, rules }) => (
              <button
                key={name}
                type="button"
                class="card profile"
                title={rules.map(ruleText).join('\n')}
                onClick={() => void doing(addFault({ profile: name }), `The profile ${name} plays.`)}
              >
                <b>{name}</b>
                <span>{text}</span>
              </button>
            ))}
          </div>
          <RuleForm />
        </>
      ) : (
        <Empty icon="faults" title="Reading the faults …" />
      )}
    </>
  )
}

const ActiveRules = ({ rules }: { readonly rules: FaultList['rules'] }) => (
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
              <button
                type="button"
                class="bare"
                aria-label={`Remove: ${ruleText(rule)}`}
                title="Remove"
                onClick={() => void doing(remove(rule.id), 'Removed.')}
              >
                <Icon name="cross" />
              </button>
            </li>
          ))}
        </ul>
        <p class="card-foot">
          <ConfirmButton
            label="Clear all"
            question="Clear all of them?"
            onConfirm={() => void doing(clear(), 'No fault is active.')}
          />
        </p>
      </>
    )}
  </section>
)

async function remove(id: string): Promise<void> {
  await control('DELETE', `faults/${encodeURIComponent(id)}`)
  faults.value = await control<FaultList>('GET', 'faults')
}

async function clear(): Promise<void> {
  await control('DELETE', 'faults')
  faults.value = await control<FaultList>('GET', 'faults')
}
