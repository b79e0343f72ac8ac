import { families } from '../../../../contract/operations.ts'
import type { TokenChange, TokenInfo, TokenList } from '../../../../sandboxes/model.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { hashOf } from '../../pure/route.ts'
import { control } from '../../state/control.ts'
import { tokens } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'

/** A token, its user, the families that accept it, and its actions. */
export function TokenRow({ token }: { readonly token: TokenInfo }) {
  const { name, kind, status, who, userId, downgraded } = token
  return (
    <tr class={status === 'active' ? '' : 'dead'}>
      <th scope="row">
        <span class="token-name">
          <b>{name}</b>
          <span class="tag">{kind}</span>
          {status !== 'active' && <span class="tag bad">{status}</span>}
          {downgraded && <span class="tag warn">downgraded</span>}
        </span>
        <span class="token-who quiet">
          {who} · <a href={hashOf('data', 'users', userId)}>user {userId}</a>
        </span>
        <span class="token-text">
          <code class="mono">{token.token}</code>
          <CopyButton text={token.token} what={`the token ${name}`} />
        </span>
      </th>
      {(Object.keys(families) as (keyof typeof families)[]).map((family) => {
        const isAccepted = status === 'active' && token.families[family]
        return (
          <td key={family} class={isAccepted ? 'accepted' : 'refused'} data-family={family}>
            <Icon name={isAccepted ? 'check' : 'cross'} />
            <span>{isAccepted ? 'accepted' : 'refused'}</span>
          </td>
        )
      })}
      <td class="token-actions">
        <Actions token={token} />
      </td>
    </tr>
  )
}

function Actions({ token }: { readonly token: TokenInfo }) {
  const { name, status, kind, rootAdministrator, downgraded } = token
  const act = (label: string, change: TokenChange, done: string) => (
    <button
      type="button"
      class="small"
      aria-label={`${label}: ${name}`}
      onClick={() => void doing(put(name, change), done)}
    >
      {label}
    </button>
  )
  const restore = () =>
    act(
      'Restore',
      { status: 'active', ...(downgraded && { rootAdministrator: true }) },
      `${name} is restored.`,
    )
  if (status !== 'active') return <span class="buttons">{restore()}</span>
  return (
    <span class="buttons">
      {act('Revoke', { status: 'revoked' }, `${name} is revoked.`)}
      {act('Expire', { status: 'expired' }, `${name} is expired.`)}
      {/* The button that reverts a change takes the place of the button of the change. */}
      {downgraded && restore()}
      {kind === 'client' &&
        rootAdministrator &&
        act('Downgrade', { rootAdministrator: false }, `${name} now has the rights of an ordinary user.`)}
    </span>
  )
}

async function put(name: string, change: TokenChange): Promise<void> {
  tokens.value = (await control<TokenList>('PATCH', 'tokens', { [name]: change })).tokens
}
