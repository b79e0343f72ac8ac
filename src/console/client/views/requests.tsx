import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { Button } from '../parts/buttons.tsx'
import type { Column } from '../parts/list.tsx'
import { ListView } from '../parts/list-view.tsx'
import { Marks, Method, milliseconds, Status, Time } from '../parts/request.tsx'
import { plural } from '../parts/text.tsx'
import { Empty } from '../parts/view.tsx'
import { hashOf } from '../pure/route.ts'
import { base } from '../state/place.ts'
import { clearRequests, firstNew, requests } from '../state/requests.ts'
import { RequestDetail } from './requests/request-detail.tsx'

/** The log at the time when it was paused; undefined while it is live. */
const paused = signal<readonly LoggedRequest[] | undefined>(undefined)

const isRefused = ({ status }: LoggedRequest) => status !== null && status >= 400 && status < 500
const isBroken = ({ status, fault }: LoggedRequest) => status === null || status >= 500 || fault !== null

const kinds = {
  all: ['All', () => true],
  writes: ['With changes', ({ changes }: LoggedRequest) => changes.length > 0],
  refused: ['Refused', isRefused],
  broken: ['Broken', isBroken],
} as const

/** The request log, live, newest first. */
export function RequestsView() {
  const all = paused.value ?? requests.value
  const items = useMemo(() => all.toReversed(), [all])
  const waiting = (requests.value.at(-1)?.id ?? 0) - (all.at(-1)?.id ?? 0)
  const pause = () => {
    paused.value = paused.value ? undefined : requests.value
  }
  const clear = () => {
    paused.value = undefined
    return clearRequests()
  }
  return (
    <ListView
      id="requests"
      about="Every request to this world, live."
      // The page can only tell that a request is missing after it has loaded the log.
      items={firstNew.value === Number.POSITIVE_INFINITY ? undefined : items}
      fields={['method', 'path', 'status', 'owner', 'operation', 'fault', 'upstream']}
      kinds={kinds}
      columns={columns}
      link="path"
      classOf={({ id }) => (id >= firstNew.value ? 'new' : '')}
      detail={(logged) => <RequestDetail key={logged.id} logged={logged} />}
      missing="The log was cleared, newer requests replaced it, or it has not been sent yet."
      empty={
        <Empty icon="requests" title="No requests yet">
          <span>
            Send requests to <code>{base}</code>, or from <a href={hashOf('try')}>Operations</a>.
          </span>
        </Empty>
      }
      actions={
        <>
          <Button data-key="p" aria-pressed={paused.value !== undefined} press={pause}>
            {paused.value ? `Resume (${waiting} new)` : 'Pause'}
          </Button>
          <Button press={clear} done="The log is cleared.">
            Clear
          </Button>
        </>
      }
    />
  )
}

/** A path that is shortened in the middle if it is too long, since its end names the resource. */
const LogPath = ({ path }: Readonly<{ path: string }>) => {
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
        <Marks of={request} />
        {request.changes.length > 0 && <span class="tag good">{plural(request.changes.length, 'row')}</span>}
      </span>
    ),
  },
  { name: 'token', room: 'wide', cell: ({ owner }) => owner ?? 'no valid token' },
  {
    name: 'time',
    cell: ({ duration, at }) => (
      <>
        {milliseconds(duration)} · <Time at={at} />
      </>
    ),
  },
]
