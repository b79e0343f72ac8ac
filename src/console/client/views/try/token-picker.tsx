import { useId } from 'preact/hooks'
import type { TokenInfo } from '../../../../sandboxes/model.ts'
import { Options } from '../../parts/fields.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { type RequestDraft, suitableToken } from '../../state/drafts.ts'
import { tokens } from '../../state/lists.ts'
import { noToken } from '../../state/send.ts'

const takes = {
  application: 'The application API accepts application tokens, and client tokens of root administrators.',
  admin: 'The admin API accepts client tokens of root administrators.',
  client: 'The client API accepts client tokens.',
} as const

type Props = Readonly<{ operation: FormOperation; draft: RequestDraft }>

/** Chooses the token of a request. Tokens that the API refuses can be chosen too, to see the refusal. */
export function TokenPicker({ operation, draft }: Props) {
  const id = useId()
  const all = tokens.value ?? []
  const { family } = operation
  const chosen = draft.token.value ?? suitableToken(operation, all)?.name ?? 'none'
  const token = all.find(({ name }) => name === chosen)
  const refusal = ({ status, families }: TokenInfo): string | undefined =>
    status !== 'active' ? status : family && !families[family] ? 'not accepted here' : undefined
  const options = [
    ...all.map((each) => {
      const why = refusal(each)
      return [each.name, `${each.name}: ${each.who}${why === undefined ? '' : ` (${why})`}`] as const
    }),
    ...Object.entries(noToken),
  ]
  const isRefused = !token || refusal(token) !== undefined
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
        <Options all={options} />
      </select>
      <p class={`hint ${isRefused ? 'warn' : ''}`}>
        {isRefused && 'Will be refused. '}
        {family && takes[family]}
      </p>
    </div>
  )
}
