import { Icon } from '../parts/icon.tsx'
import { hashOf, type ViewId, viewIds } from '../pure/route.ts'
import { here } from '../state/here.ts'
import { faults, snapshots, tokens, turnedGaps } from '../state/lists.ts'
import { requests } from '../state/requests.ts'

export const viewNames: Readonly<Record<ViewId, string>> = {
  try: 'Operations',
  requests: 'Requests',
  data: 'Data',
  tokens: 'Tokens',
  gaps: 'Gaps',
  faults: 'Faults',
  worlds: 'World',
  reference: 'Reference',
}

/** The menu of views, with counts. */
export const Nav = () => (
  <nav class="nav" aria-label="Views">
    {viewIds.map((id, index) => (
      <a key={id} href={hashOf(id)} aria-current={here.value.view === id ? 'page' : undefined}>
        <Icon name={id} />
        <span class="nav-name">{viewNames[id]}</span>
        <Count {...countOf(id)} />
        <span class="nav-key" aria-hidden="true">
          {index + 1}
        </span>
      </a>
    ))}
  </nav>
)

interface CountProps {
  readonly count: number
  readonly says: string
  readonly tone?: 'warn' | 'bad'
}

const Count = ({ count, says, tone }: CountProps) =>
  count === 0 ? (
    <span />
  ) : (
    <span class={`count ${tone ?? ''}`} title={says}>
      {count}
      <span class="unseen"> {says}</span>
    </span>
  )

function countOf(id: ViewId): CountProps {
  switch (id) {
    case 'requests':
      return {
        count: requests.value.length,
        says: requests.value.length === 1 ? 'request in the log' : 'requests in the log',
      }
    case 'tokens': {
      const dead = tokens.value?.filter(({ status }) => status !== 'active').length ?? 0
      return {
        count: dead,
        says: dead === 1 ? 'token revoked or expired' : 'tokens revoked or expired',
        tone: 'warn',
      }
    }
    case 'gaps':
      return { count: turnedGaps.value, says: 'gaps changed' }
    case 'faults':
      return { count: faults.value?.rules.length ?? 0, says: 'active faults', tone: 'bad' }
    case 'worlds':
      return { count: snapshots.value?.length ?? 0, says: 'snapshots' }
    default:
      return { count: 0, says: '' }
  }
}
