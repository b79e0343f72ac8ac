import { useId } from 'preact/hooks'
import type { FormOperation } from '../../pure/api-document.ts'
import { type RequestDraft, suitableToken } from '../../state/drafts.ts'
import { tokens } from '../../state/lists.ts'
import { noToken } from '../../state/send.ts'

const takes = {
  application: 'The application API accepts application tokens, and client tokens of root administrators.',
  admin: 'The admin API accepts client tokens of root administrators.',
  client: 'The client API accepts client tokens.',
} as const

/** Chooses the token of a request. Tokens that the API refuses can be chosen too, to see the refusal. */
export function TokenPicker({
  operation,
  draft,
}: {
  readonly operation: FormOperation
  readonly draft: RequestDraft
}) {
  const id = useId()
  const all = tokens.value ?? []
  const chosen = draft.token.value ?? suitableToken(operation, all)?.name ?? 'none'
  const { family } = operation
  const token = all.find(({ name }) => name === chosen)
  const isAccepted =
    token !== undefined && token.status === 'active' && (family === undefined || token.families[family])
  return (
    <div>
      <label for={id} class="legend">
        Token
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          draft.token.value = event.currentTarget.value
        }}
      >
        {all.map(({ name, who, status, families }) => (
          <option key={name} value={name}>
            {name}: {who}
            {status === 'active'
              ? family === undefined || families[family]
                ? ''
                : ' (not accepted here)'
              : ` (${status})`}
          </option>
        ))}
        {Object.entries(noToken).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <p class={`hint ${isAccepted ? '' : 'warn'}`}>
        {isAccepted ? '' : 'Will be refused. '}
        {family && takes[family]}
      </p>
    </div>
  )
}
