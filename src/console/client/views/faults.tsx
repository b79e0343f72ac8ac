import { capitalized } from '../../../contract/checking/words.ts'
import { wrongRule } from '../../../faults/rule.ts'
import type { FaultList, FaultRule } from '../../../sandboxes/model.ts'
import { Button } from '../parts/buttons.tsx'
import { ControlForm } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { plural } from '../parts/text.tsx'
import { Card, Item, View } from '../parts/view.tsx'
import { neverFires, ruleText } from '../pure/fault-rules.ts'
import { control } from '../state/control.ts'
import { faults, operations } from '../state/lists.ts'

/** The reason why a rule after some others can never match a call. */
const why = (rule: FaultRule, earlier: readonly FaultRule[]): string | undefined =>
  neverFires(rule, earlier, operations.value ?? [])

/** The injected faults: the active rules in their order, the profiles, and a form for a custom rule. */
export function FaultsView() {
  const { rules = [], profiles = [] } = faults.value ?? {}
  return (
    <View
      id="faults"
      about="Make responses fail, arrive late or break off, to test how clients handle it."
      isScoped
      isLoaded={faults.value !== undefined}
    >
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
          {rules.map((rule, at) => (
            <Rule key={rule.id} rule={rule} never={why(rule, rules.slice(0, at))} />
          ))}
        </ul>
        {/* A sandbox cannot remove the rules of the whole server. */}
        {rules.some(({ inherited }) => !inherited) && (
          <p class="bar foot">
            <Button
              question="Remove all rules?"
              press={() => control('DELETE', 'faults')}
              done="All rules removed."
            >
              Remove all
            </Button>
          </p>
        )}
      </section>
      <h2>Profiles</h2>
      <div class="tiles">
        {profiles.map(({ name, text, rules }) => (
          <Button
            key={name}
            look="card profile"
            press={() => control('POST', 'faults', { profile: name })}
            done={`Profile ${name} added.`}
          >
            <b>{name}</b>
            <span class="quiet" title={rules.map(ruleText).join('\n')}>
              {text}
            </span>
          </Button>
        ))}
      </div>
      <Card title="Custom rule">
        <ControlForm
          operation="addFault"
          label="Rule"
          values={{ code: 503 }}
          without="profile"
          hasJson
          submit="Add rule"
          check={wrongRule}
          says={(body) => {
            // A rule without a problem.
            const rule = body as FaultRule
            const never = why(rule, rules)
            return `${ruleText(rule)}${never === undefined ? '' : `; but never: ${never}`}.`
          }}
          done={() => 'Rule added.'}
        />
      </Card>
    </View>
  )
}

type RuleProps = Readonly<{ rule: FaultList['rules'][number]; never: string | undefined }>

function Rule({ rule, never }: RuleProps) {
  const text = ruleText(rule)
  const remove = () => control('DELETE', `faults/${encodeURIComponent(rule.id)}`)
  return (
    <Item name={[capitalized(text), never !== undefined && <span class="tag warn">never: {never}</span>]}>
      <span class="quiet" title="calls that match the rule, and those that got the fault">
        {rule.hits} of {plural(rule.calls, 'call')} hit
      </span>
      {rule.inherited ? (
        <span class="tag" title="set for the whole server, and removed there">
          from the server
        </span>
      ) : (
        <Button icon="cross" title={`Remove: ${text}`} press={remove} done="Rule removed." />
      )}
    </Item>
  )
}
