import { computed, signal } from '@preact/signals'
import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { Empty } from '../parts/empty.tsx'
import { type Column, List, lookOf } from '../parts/list.tsx'
import { Method, milliseconds, Repeats, Status, Time } from '../parts/request.tsx'
import { Segments } from '../parts/segments.tsx'
import { Missing, Split } from '../parts/split.tsx'
import { plural } from '../parts/text.tsx'
import { NoMatch, SearchBox, ViewHead } from '../parts/view-head.tsx'
import { searchFor } from '../pure/find-rows.ts'
import { hashOf } from '../pure/route.ts'
import { here } from '../state/here.ts'
import { doing } from '../state/notices.ts'
import { base } from '../state/place.ts'
import { clearRequests, firstNew, requests } from '../state/requests.ts'
import { RequestDetail } from './requests/request-detail.tsx'

const look = lookOf('requests')
const kinds = { all: 'All', writes: 'With changes', refused: 'Refused', broken: 'Broken' } as const
const kind = signal<keyof typeof kinds>('all')

/** The log at the time when it was paused; undefined while it is live. */
const paused = signal<readonly LoggedRequest[] | undefined>(undefined)

const tests: Readonly<Record<keyof typeof kinds, (request: LoggedRequest) => boolean>> = {
  all: () => true,
  writes: ({ changes }) => changes.length > 0,
  refused: ({ status }) => status !== null && status >= 400 && status < 500,
  broken: ({ status, fault }) => status === null || status >= 500 || fault !== null,
}

const fields = ['method', 'path', 'status', 'owner', 'operation', 'fault', 'upstream'] as const

/** The matching requests, newest first. */
const found = computed(() => {
  const matches = searchFor(look.search.value)
  return (paused.value ?? requests.value)
    .filter(tests[kind.value])
    .filter((request) =>
      matches(Object.fromEntries(fields.map((field) => [field, request[field] ?? 'none']))),
    )
    .toReversed()
})

/** The request log, live. */
export function RequestsView() {
  const [wanted] = here.value.parts
  const current = requests.value.find(({ id }) => String(id) === wanted)
  // The page can only tell that a request is missing after it has loaded the log.
  const isMissing = wanted !== undefined && !current && firstNew.value !== Number.POSITIVE_INFINITY
  const last = paused.value?.at(-1)?.id ?? 0
  const waiting = paused.value ? requests.value.filter(({ id }) => id > last).length : 0
  return (
    <>
      <ViewHead title="Requests" about="Every request to this world, live, with its changed rows.">
        <SearchBox text={look.search} label="Search requests" />
        <Segments
          label="Which requests"
          choices={kinds}
          chosen={kind.value}
          onChoose={(next) => {
            kind.value = next
          }}
        />
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
      <Split
        list={
          requests.value.length === 0 ? (
            <Empty icon="requests" title="No requests yet">
              Send requests to <code class="mono">{base}</code>, or from{' '}
              <a href={hashOf('try')}>Operations</a>.
            </Empty>
          ) : found.value.length === 0 ? (
            <NoMatch icon="requests" what="requests" search={look.search} fields={fields} />
          ) : (
            <List
              class="log"
              label="Requests, newest first"
              look={look}
              items={found.value}
              columns={columns}
              link="path"
              address={['requests']}
              current={current?.id}
              classOf={({ id }) => (id >= firstNew.value ? 'new' : '')}
            />
          )
        }
        detail={
          current ? (
            <RequestDetail key={current.id} logged={current} />
          ) : (
            isMissing && (
              <Missing what={`request ${wanted} in the log`} icon="requests" close={hashOf('requests')}>
                The log was cleared, newer requests replaced it, or it has not been sent yet.
              </Missing>
            )
          )
        }
      />
    </>
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

const columns: readonly Column<LoggedRequest>[] = [
  { name: 'status', cell: ({ status }) => <Status status={status} /> },
  { name: 'method', cell: ({ method }) => <Method method={method} /> },
  { name: 'path', cell: ({ path }) => <LogPath path={path} /> },
  {
    name: 'changes',
    cell: (request) => (
      <span class="log-marks">
        {request.fault && (
          <span class="tag bad" title={request.fault}>
            {request.fault}
          </span>
        )}
        {request.upstream && (
          <span class="tag" title={`Sent on to ${request.upstream}`}>
            upstream
          </span>
        )}
        <Repeats of={request} />
        {request.changes.length > 0 && <span class="tag good">{plural(request.changes.length, 'row')}</span>}
      </span>
    ),
  },
  { name: 'token', cell: ({ owner }) => owner ?? 'no valid token' },
  {
    name: 'time',
    cell: ({ duration, at }) => (
      <>
        {milliseconds(duration)} · <Time at={at} />
      </>
    ),
  },
]
