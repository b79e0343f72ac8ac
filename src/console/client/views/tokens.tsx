import { Empty } from '../parts/empty.tsx'
import { ScopeNote, ViewHead } from '../parts/view-head.tsx'
import { tokens } from '../state/lists.ts'
import { IssueToken } from './tokens/issue-token.tsx'
import { TokenRow } from './tokens/token-row.tsx'

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
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Token</th>
              <th scope="col" class="mono">
                application
              </th>
              <th scope="col" class="mono">
                admin
              </th>
              <th scope="col" class="mono">
                client
              </th>
              <th scope="col">
                <span class="unseen">Changes</span>
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
    <IssueToken />
  </>
)
