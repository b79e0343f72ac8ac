import { computed, signal } from '@preact/signals'
import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { Detail } from '../parts/detail.tsx'
import { Empty } from '../parts/empty.tsx'
import { Method, milliseconds, Repeats, Status, Time } from '../parts/request.tsx'
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

/** The log at the time when it was paused; undefined while it is live. */
const paused = signal<readonly LoggedRequest[] | undefined>(undefined)

const page = 150
const shown = signal(page)

const tests: Readonly<Record<keyof typeof kinds, (request: LoggedRequest) => boolean>> = {
  all: () => true,
  writes: ({ changes }) => changes.length > 0,
  refused: ({ status }) => status !== null && status >= 400 && status < 500,
  broken: ({ status, fault }) => status === null || status >= 500 || fault !== null,
}

/** The matching requests, newest first. */
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

/** The request log, live. */
export function RequestsView() {
  const [wanted] = here.value.parts
  const current = requests.value.find(({ id }) => String(id) === wanted)
  // The page can only tell that a request is missing after it has loaded the log.
  const isMissing = wanted !== undefined && !current && firstNew.value !== Number.POSITIVE_INFINITY
  const waiting = paused.value
    ? requests.value.filter(({ id }) => id > (paused.value?.at(-1)?.id ?? 0)).length
    : 0
  return (
    <>
      <ViewHead title="Requests" about="Every request to this world, live, with its changed rows.">
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
          {paused.value ? `Resume (${waiting} new)` : 'Pause'}
        </button>
        <button
          type="button"
          class="small"
          onClick={() => {
            paused.value = undefined
            void doing(clearRequests(), 'The log is cleared.')
          }}
        >
          Clear
        </button>
      </ViewHead>
      {requests.value.length === 0 && isMissing && <Missing id={wanted} />}
      {requests.value.length === 0 ? (
        <Empty icon="requests" title="No requests yet">
          Send requests to <code class="mono">{base}</code>, or from <a href={hashOf('try')}>Operations</a>.
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
      The log was cleared, newer requests replaced it, or it has not been sent yet.{' '}
      <a href={hashOf('requests')} data-key="Escape">
        Close
      </a>
    </Empty>
  </Detail>
)

function List({ current }: { readonly current: number | undefined }) {
  const all = found.value
  if (all.length === 0) return <Empty icon="requests" title="No matching requests" />
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

/** A path that is shortened in the middle if it is too long, since its end names the resource. */
const LogPath = ({ path }: { readonly path: string }) => {
  const end = path.lastIndexOf('/', path.includes('?') ? path.indexOf('?') : path.length)
  return (
    <>
      <span class="unseen">{path}</span>
      <span class="log-path mono" title={path} aria-hidden="true">
        <span class="path-start">{path.slice(0, end)}</span>
        <span class="path-end">{path.slice(end)}</span>
      </span>
    </>
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
        <LogPath path={path} />
        <span class="log-marks">
          {fault && (
            <span class="tag bad" title={fault}>
              {fault}
            </span>
          )}
          <Repeats of={request} />
          {changes.length > 0 && (
            <span class="tag good">
              {changes.length} {changes.length === 1 ? 'row' : 'rows'}
            </span>
          )}
        </span>
        <span class="log-who quiet">{bearer ?? 'no valid token'}</span>
        <span class="log-time quiet">
          {milliseconds(duration)} · <Time at={at} />
        </span>
      </a>
    </li>
  )
}
