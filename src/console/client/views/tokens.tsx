import { families } from '../../../contract/operations.ts'
import type { TokenChange, TokenInfo } from '../../../sandboxes/model.ts'
import { Action } from '../parts/action.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Empty } from '../parts/empty.tsx'
import { ControlForm } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { ScopeNote, ViewHead } from '../parts/view-head.tsx'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { tokens } from '../state/lists.ts'

const familyNames = Object.keys(families) as (keyof typeof families)[]

/** The tokens with the API families that accept them. */
export const TokensView = () => (
  <>
    <ViewHead
      title="Tokens"
      about={
        <>
          Every token, its user, and the API families that accept it. Changes take effect at once,{' '}
          <ScopeNote />
        </>
      }
    />
    {tokens.value ? (
      <section class="card flush" aria-label="Tokens and families">
        <table class="list matrix">
          <thead>
            <tr>
              {['token', ...familyNames].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">
                <span class="unseen">changes</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.value.map((token) => (
              <TokenRow key={token.token} token={token} />
            ))}
          </tbody>
        </table>
      </section>
    ) : (
      <Empty icon="tokens" title="Loading the tokens …" />
    )}
    <section class="card">
      <h2>Issue a token</h2>
      <ControlForm operation="issueToken" label="Issue a token" submit="Issue" done={() => 'Token issued.'} />
    </section>
  </>
)

/** A token, its user, the families that accept it, and its actions. */
function TokenRow({ token }: { readonly token: TokenInfo }) {
  const { name, kind, status, who, userId, downgraded } = token
  return (
    <tr class={status === 'active' ? '' : 'dead'}>
      <th scope="row">
        <b>{name}</b>
        <span class="tag">{kind}</span>
        {status !== 'active' && <span class="tag bad">{status}</span>}
        {downgraded && <span class="tag warn">downgraded</span>}
        <p class="quiet">
          {who} · <a href={hashOf('data', 'users', userId)}>user {userId}</a>
        </p>
        <p class="bar">
          <code class="token-text quiet">{token.token}</code>
          <CopyButton text={token.token} what={`the token ${name}`} />
        </p>
      </th>
      {familyNames.map((family) => {
        const isAccepted = status === 'active' && token.families[family]
        return (
          <td key={family} class={isAccepted ? '' : 'none'} data-column={family}>
            <Icon name={isAccepted ? 'check' : 'cross'} /> <span>{isAccepted ? 'accepted' : 'refused'}</span>
          </td>
        )
      })}
      <td data-column="changes">
        <span class="buttons">
          {changesOf(token).map(([label, change, done]) => (
            <Action
              key={label}
              label={label}
              title={`${label}: ${name}`}
              work={() => control('PATCH', 'tokens', { [name]: change })}
              done={`${name} ${done}`}
            />
          ))}
        </span>
      </td>
    </tr>
  )
}

type Change = readonly [label: string, change: TokenChange, done: string]

/** The changes that a token can get. The one that reverts a change takes the place of that change. */
function changesOf({ status, kind, rootAdministrator, downgraded }: TokenInfo): readonly Change[] {
  const rights = downgraded ? { rootAdministrator: true } : {}
  const restore: Change = ['Restore', { status: 'active', ...rights }, 'is restored.']
  if (status !== 'active') return [restore]
  return [
    ['Revoke', { status: 'revoked' }, 'is revoked.'],
    ['Expire', { status: 'expired' }, 'is expired.'],
    ...(downgraded ? [restore] : []),
    ...(kind === 'client' && rootAdministrator
      ? [['Downgrade', { rootAdministrator: false }, 'now has the rights of an ordinary user.'] as const]
      : []),
  ]
}
