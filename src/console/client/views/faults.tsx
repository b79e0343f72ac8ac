import { Empty } from '../parts/empty.tsx'
import { ScopeNote, ViewHead } from '../parts/view-head.tsx'
import { ruleText } from '../pure/rule-text.ts'
import { faults } from '../state/lists.ts'
import { doing } from '../state/notices.ts'
import { ActiveRules } from './faults/active-rules.tsx'
import { addFault } from './faults/change-faults.ts'
import { RuleForm } from './faults/rule-form.tsx'

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
          <ActiveRules rules={list.rules} />
          <h2>Profiles</h2>
          <div class="profiles">
            {list.profiles.map(({ name, text, rules }) => (
              <button
                key={name}
                type="button"
                class="card profile"
                title={rules.map(ruleText).join('\n')}
                onClick={() => void doing(addFault({ profile: name }), `Profile ${name} added.`)}
              >
                <b>{name}</b>
                <span>{text}</span>
              </button>
            ))}
          </div>
          <RuleForm />
        </>
      ) : (
        <Empty icon="faults" title="Loading the faults …" />
      )}
    </>
  )
}
