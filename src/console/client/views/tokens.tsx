import { families } from '../../../contract/operations.ts'
import type { TokenChange, TokenInfo } from '../../../sandboxes/model.ts'
import { Button, CopyButton } from '../parts/buttons.tsx'
import { ControlForm } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, List } from '../parts/list.tsx'
import { Card, Empty, ViewHead } from '../parts/view.tsx'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { tokens } from '../state/lists.ts'

/** The tokens with the API families that accept them. */
export const TokensView = () => (
  <>
    <ViewHead title="Tokens" about="Every token, its user, and the API families that accept it." isScoped />
    {tokens.value ? (
      <List
        class="matrix"
        label="Tokens and families"
        items={tokens.value.map((token) => ({ ...token, id: token.token }))}
        columns={columns}
        classOf={({ status }) => (status === 'active' ? '' : 'dead')}
      />
    ) : (
      <Empty icon="tokens" title="Loading the tokens …" />
    )}
    <Card title="Issue a token">
      <ControlForm operation="issueToken" label="Issue a token" submit="Issue" done={() => 'Token issued.'} />
    </Card>
  </>
)

const columns: readonly Column<TokenInfo>[] = [
  { name: 'token', cell: (token) => <Token token={token} /> },
  ...(Object.keys(families) as (keyof typeof families)[]).map((family) => ({
    name: family,
    cell: (token: TokenInfo) => <Accepted is={token.status === 'active' && token.families[family]} />,
  })),
  { name: 'changes', cell: (token) => <Changes token={token} /> },
]

/** A token and its user. */
const Token = ({ token: { name, kind, status, who, userId, downgraded, token } }: TokenProps) => (
  <>
    <b>{name}</b>
    <span class="tag">{kind}</span>
    {status !== 'active' && <span class="tag bad">{status}</span>}
    {downgraded && <span class="tag warn">downgraded</span>}
    <p class="quiet">
      {who} · <a href={hashOf('data', 'users', userId)}>user {userId}</a>
    </p>
    <p class="bar">
      <code class="token-text quiet">{token}</code>
      <CopyButton text={token} what={`the token ${name}`} />
    </p>
  </>
)

type TokenProps = Readonly<{ token: TokenInfo }>

const Accepted = ({ is }: Readonly<{ is: boolean }>) => (
  <span class={is ? '' : 'quiet'}>
    <Icon name={is ? 'check' : 'cross'} /> {is ? 'accepted' : 'refused'}
  </span>
)

const Changes = ({ token }: TokenProps) => (
  <span class="buttons">
    {changesOf(token).map(([label, change, done]) => (
      <Button
        key={label}
        title={`${label}: ${token.name}`}
        press={() => control('PATCH', 'tokens', { [token.name]: change })}
        done={`${token.name} ${done}`}
      >
        {label}
      </Button>
    ))}
  </span>
)

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
