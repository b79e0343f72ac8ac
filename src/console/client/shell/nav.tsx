import { Icon } from '../parts/icon.tsx'
import { plural } from '../parts/text.tsx'
import { hashOf, type ViewId, viewIds } from '../pure/route.ts'
import { here } from '../state/here.ts'
import { changedGaps, faults, snapshots, tokens } from '../state/lists.ts'
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
    <span class={`tag ${tone ?? ''}`} title={says}>
      {count}
      <span class="unseen"> {says.replace(/^\S+ /, '')}</span>
    </span>
  )

function countOf(id: ViewId): CountProps {
  const count = (count: number, one: string, many?: string) => ({ count, says: plural(count, one, many) })
  switch (id) {
    case 'requests':
      return count(requests.value.length, 'request in the log', 'requests in the log')
    case 'tokens': {
      const dead = tokens.value?.filter(({ status }) => status !== 'active').length ?? 0
      return { ...count(dead, 'token revoked or expired', 'tokens revoked or expired'), tone: 'warn' }
    }
    case 'gaps':
      return count(changedGaps.value, 'gap changed', 'gaps changed')
    case 'faults':
      return { ...count(faults.value?.rules.length ?? 0, 'active fault'), tone: 'bad' }
    case 'worlds':
      return count(snapshots.value?.length ?? 0, 'snapshot')
    default:
      return count(0, '')
  }
}
