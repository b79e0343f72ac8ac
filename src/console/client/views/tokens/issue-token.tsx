import { useState } from 'preact/hooks'
import type { TokenInfo, TokenList } from '../../../../sandboxes/model.ts'
import { control } from '../../state/control.ts'
import { labelOf, loadTables, tables } from '../../state/data.ts'
import { tokens } from '../../state/lists.ts'
import { doing } from '../../state/notices.ts'

/** Number of suggested users: the newest users, since they have no token yet. */
const most = 200

/** A form that issues a token for a user. */
export function IssueToken() {
  const [kind, setKind] = useState<'client' | 'application'>('client')
  const [user, setUser] = useState('')
  const [name, setName] = useState('')
  return (
    <form
      class="card inline-form"
      aria-label="Issue a token"
      onSubmit={(event) => {
        event.preventDefault()
        void doing(issue(kind, user, name), 'Token issued.')
      }}
    >
      <h2>Issue a token</h2>
      <label>
        Kind
        <select
          value={kind}
          onChange={(event) =>
            setKind(event.currentTarget.value === 'application' ? 'application' : 'client')
          }
        >
          <option value="client">client</option>
          <option value="application">application</option>
        </select>
      </label>
      <label>
        User id
        <input
          type="number"
          min="1"
          required
          value={user}
          onInput={(event) => setUser(event.currentTarget.value)}
          placeholder="7"
          list="users"
          onFocus={() => void loadTables().catch(() => {})}
        />
        <datalist id="users">
          {[...(tables.value?.get('users')?.values() ?? [])].slice(-most).map((user) => (
            <option key={user.id} value={user.id}>
              {labelOf(user)}
            </option>
          ))}
        </datalist>
      </label>
      <label>
        Name
        <input
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          placeholder="generated if empty"
        />
      </label>
      <button type="submit" class="primary">
        Issue
      </button>
    </form>
  )
}

async function issue(kind: string, user: string, name: string): Promise<void> {
  await control<TokenInfo>('POST', 'tokens', { kind, user: Number(user), ...(name !== '' && { name }) })
  tokens.value = (await control<TokenList>('GET', 'tokens')).tokens
}
