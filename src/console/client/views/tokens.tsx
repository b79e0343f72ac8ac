import { familyIds } from '../../../contract/operations.ts'
import type { TokenChange, TokenInfo } from '../../../sandboxes/model.ts'
import { CopyButton } from '../parts/buttons.tsx'
import { ControlForm } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Column, List } from '../parts/list.tsx'
import { type Action, Actions, Card, View } from '../parts/view.tsx'
import { hashOf } from '../pure/route.ts'
import { control } from '../state/control.ts'
import { tokens } from '../state/lists.ts'

/** The tokens with the API families that accept them. */
export const TokensView = () => (
  <View
    id="tokens"
    about="Every token, its user, and the API families that accept it."
    isScoped
    isLoaded={tokens.value !== undefined}
  >
    <List
      class="tokens"
      label="Tokens and families"
      items={tokens.value?.map((token) => ({ ...token, id: token.token })) ?? []}
      columns={columns}
      classOf={({ status }) => (status === 'active' ? '' : 'dead')}
    />
    <Card title="Issue a token">
      <ControlForm operation="issueToken" label="Issue a token" submit="Issue" done={() => 'Token issued.'} />
    </Card>
  </View>
)

const columns: readonly Column<TokenInfo>[] = [
  { name: 'token', cell: (token) => <Token {...token} /> },
  ...familyIds.map((family) => ({
    name: family,
    cell: (token: TokenInfo) => <Accepted is={token.status === 'active' && token.families[family]} />,
  })),
  { name: 'changes', cell: (token) => <Actions of={token.name} all={changesOf(token)} /> },
]

/** A token and its user. */
const Token = ({ name, kind, status, who, userId, downgraded, token }: TokenInfo) => (
  <>
    <b>{name}</b>
    <span class="tag">{kind}</span>
    {status !== 'active' && <span class="tag bad">{status}</span>}
    {downgraded && <span class="tag warn">downgraded</span>}
    <p class="quiet">
      {who} · <a href={hashOf('data', 'users', userId)}>user {userId}</a>
    </p>
    <p class="bar">
      <code class="token-text quiet tiny">{token}</code>
      <CopyButton text={token} what={`the token ${name}`} />
    </p>
  </>
)

const Accepted = ({ is }: Readonly<{ is: boolean }>) => (
  <span class={is ? '' : 'quiet'}>
    <Icon name={is ? 'check' : 'cross'} /> {is ? 'accepted' : 'refused'}
  </span>
)

/** The changes that a token can get. The one that reverts a change takes the place of that change. */
function changesOf({ name, status, kind, rootAdministrator, downgraded }: TokenInfo): readonly Action[] {
  const action = (label: string, change: TokenChange, done: string): Action => [
    label,
    () => control('PATCH', 'tokens', { [name]: change }),
    `${name} ${done}`,
  ]
  const rights = downgraded ? { rootAdministrator: true } : {}
  const restore = action('Restore', { status: 'active', ...rights }, 'is restored.')
  if (status !== 'active') return [restore]
  const ordinary = { rootAdministrator: false }
  return [
    action('Revoke', { status: 'revoked' }, 'is revoked.'),
    action('Expire', { status: 'expired' }, 'is expired.'),
    ...(downgraded ? [restore] : []),
    ...(kind === 'client' && rootAdministrator
      ? [action('Downgrade', ordinary, 'now has the rights of an ordinary user.')]
      : []),
  ]
}
