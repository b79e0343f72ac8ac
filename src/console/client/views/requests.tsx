import { computed, signal } from '@preact/signals'
import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { Detail } from '../parts/detail.tsx'
import { Empty } from '../parts/empty.tsx'
import { Method, milliseconds, Status, Time } from '../parts/request.tsx'
import { SearchBox, ViewHead } from '../parts/view-head.tsx'
import { hashOf } from '../pure/route.ts'
import { here } from '../state/here.ts'
import { doing } from '../state/notices.ts'
import { base } from '../state/place.ts'
import { clearRequests, firstNew, requests } from '../state/requests.ts'
import { RequestDetail } from './requests/request-detail.tsx'

const search = signal('')
const kinds = { all: 'All', writes: 'With changes', refused: 'Refused', broken: 'Broken' } as const
const kind = signal<keyof typeof kinds>('all')

/** What the log was when it was paused; undefined while it runs. */
const paused = signal<readonly LoggedRequest[] | undefined>(undefined)

const page = 150
const shown = signal(page)

const tests: Readonly<Record<keyof typeof kinds, (request: LoggedRequest) => boolean>> = {
  all: () => true,
  writes: ({ changes }) => changes.length > 0,
  refused: ({ status }) => status !== null && status >= 400 && status < 500,
  broken: ({ status, fault }) => status === null || status >= 500 || fault !== null,
}

/** Newest first. */
const found = computed(() => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  return (paused.value ?? requests.value)
    .filter(tests[kind.value])
    .filter(({ method, path, status, bearer, operation }) => {
      const text = `${method} ${path} ${status ?? 'none'} ${bearer ?? ''} ${operation ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toReversed()
})

/** Every request as it happens. */
export function RequestsView() {
  const [wanted] = here.value.parts
  const current = requests.value.find(({ id }) => String(id) === wanted)
  // Before the log is read, nothing can be missing in it.
  const isMissing = wanted !== undefined && !current && firstNew.value !== Number.POSITIVE_INFINITY
  const waiting = paused.value
    ? requests.value.filter(({ id }) => id > (paused.value?.at(-1)?.id ?? 0)).length
    : 0
  return (
    <>
      <ViewHead
        title="Requests"
        about="What this world was asked, as it happens, with the rows that changed."
      >
        <SearchBox text={search} label="Search requests" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend to hide */}
        <div class="segments" role="group" aria-label="Which requests">
          {(Object.keys(kinds) as (keyof typeof kinds)[]).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={kind.value === each}
              onClick={() => {
                kind.value = each
              }}
            >
              {kinds[each]}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="small"
          data-key="p"
          aria-pressed={paused.value !== undefined}
          onClick={() => {
            paused.value = paused.value ? undefined : requests.value
          }}
        >
          {paused.value ? `Go on (${waiting} new)` : 'Pause'}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            paused.value = undefined
            void doing(clearRequests(), 'The log is empty.')
          }}
        >
          Clear
        </button>
      </ViewHead>
      {requests.value.length === 0 && isMissing && <Missing id={wanted} />}
      {requests.value.length === 0 ? (
        <Empty icon="requests" title="Nobody has asked yet">
          Point a client at <code class="mono">{base}</code>, or send something from{' '}
          <a href={hashOf('try')}>Operations</a>.
        </Empty>
      ) : (
        <div class={`split ${current || isMissing ? 'has-detail' : ''}`}>
          <List current={current?.id} />
          {current && <RequestDetail key={current.id} logged={current} />}
          {isMissing && <Missing id={wanted} />}
        </div>
      )}
    </>
  )
}

const Missing = ({ id }: { readonly id: string }) => (
  <Detail label={`No request ${id}`}>
    <Empty icon="requests" title={`There is no request ${id} in the log`}>
      It was cleared, newer ones took its place, or it has yet to come.{' '}
      <a href={hashOf('requests')} data-key="Escape">
        Close
      </a>
    </Empty>
  </Detail>
)

function List({ current }: { readonly current: number | undefined }) {
  const all = found.value
  if (all.length === 0) return <Empty icon="requests" title="No request is like that" />
  return (
    <div class="log">
      <ol aria-label="Requests, newest first">
        {all.slice(0, shown.value).map((request) => (
          <Line key={request.id} request={request} isCurrent={request.id === current} />
        ))}
      </ol>
      {all.length > shown.value && (
        <button
          type="button"
          class="small more"
          onClick={() => {
            shown.value += page
          }}
        >
          Show {Math.min(page, all.length - shown.value)} more of {all.length}
        </button>
      )}
    </div>
  )
}

const Line = ({ request, isCurrent }: { readonly request: LoggedRequest; readonly isCurrent: boolean }) => {
  const { id, at, method, path, status, duration, bearer, changes, fault } = request
  return (
    <li>
      <a
        class={`log-line ${id >= firstNew.value ? 'new' : ''}`}
        href={isCurrent ? hashOf('requests') : hashOf('requests', id)}
        data-entry
        aria-current={isCurrent ? 'true' : undefined}
      >
        <Status status={status} />
        <Method method={method} />
        <span class="log-path mono" title={path}>
          {path}
        </span>
        <span class="log-marks">
          {fault && (
            <span class="tag bad" title={fault}>
              {fault}
            </span>
          )}
          {changes.length > 0 && (
            <span class="tag good">
              {changes.length} {changes.length === 1 ? 'row' : 'rows'}
            </span>
          )}
        </span>
        <span class="log-who quiet">{bearer ?? 'no known token'}</span>
        <span class="log-time quiet">
          {milliseconds(duration)} · <Time at={at} />
        </span>
      </a>
    </li>
  )
}
