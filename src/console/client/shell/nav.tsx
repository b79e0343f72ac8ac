import { Icon } from '../parts/icon.tsx'
import { plural } from '../parts/text.tsx'
import { hashOf, type ViewId, viewIds, viewNames } from '../pure/route.ts'
import { changedGaps, faults, snapshots, tokens } from '../state/lists.ts'
import { here } from '../state/place.ts'
import { requests } from '../state/requests.ts'

/** The menu of views, with counts. */
export const Nav = () => (
  <nav class="nav" aria-label="Views">
    {viewIds.map((id, index) => (
      <a key={id} class="entry" href={hashOf(id)} aria-current={here.value.view === id ? 'page' : undefined}>
        <Icon name={id} />
        <span class="nav-name">{viewNames[id]}</span>
        <Count of={counts[id]} />
        <span class="nav-key" aria-hidden="true">
          {index + 1}
        </span>
      </a>
    ))}
  </nav>
)

type Counted = readonly [count: () => number | undefined, noun: string, rest?: string, tone?: 'warn' | 'bad']

const idle = () => tokens.value?.filter(({ status }) => status !== 'active').length

/** The counts in the menu. */
const counts: Partial<Record<ViewId, Counted>> = {
  requests: [() => requests.value.length, 'request', ' in the log'],
  tokens: [idle, 'token', ' revoked or expired', 'warn'],
  gaps: [() => changedGaps.value, 'gap', ' changed'],
  faults: [() => faults.value?.rules.length, 'active fault', '', 'bad'],
  worlds: [() => snapshots.value?.length, 'snapshot'],
}

function Count({ of }: Readonly<{ of: Counted | undefined }>) {
  const [count, noun = '', rest = '', tone = ''] = of ?? []
  const number = count?.() ?? 0
  if (number === 0) return <span />
  const says = plural(number, noun) + rest
  return (
    <span class={`tag ${tone}`} title={says}>
      {number}
      <span class="unseen"> {says.replace(/^\S+ /, '')}</span>
    </span>
  )
}
