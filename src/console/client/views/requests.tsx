import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { LoggedRequest, Message } from '../../../sandboxes/model.ts'
import { Button, CopyButton } from '../parts/buttons.tsx'
import { Changes } from '../parts/changes.tsx'
import { Detail } from '../parts/detail.tsx'
import { JsonView } from '../parts/json-view.tsx'
import type { Column } from '../parts/list.tsx'
import { ListView } from '../parts/list-view.tsx'
import { GapsOf, Headers, Marks, Method, milliseconds, Status, Time } from '../parts/request.tsx'
import { plural } from '../parts/text.tsx'
import { Empty } from '../parts/view.tsx'
import { curlOf } from '../pure/curl.ts'
import { hadBody, loggedBody } from '../pure/logged-body.ts'
import { hashOf } from '../pure/route.ts'
import { operations } from '../state/lists.ts'
import { base, go } from '../state/place.ts'
import { repeat, requestAgain } from '../state/repeat.ts'
import { clearRequests, firstNew, requests } from '../state/requests.ts'

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
        <span class="path-start cut">{path.slice(0, end)}</span>
        <span class="path-end cut">{path.slice(end)}</span>
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

/** All logged data of a request. */
function RequestDetail({ logged }: Readonly<{ logged: LoggedRequest }>) {
  const { id, at, method, path, status, duration, owner, upstream, assumed, changes } = logged
  return (
    <Detail
      label={`Request ${id}`}
      title={
        <span class="mono">
          <Method method={method} /> {path}
        </span>
      }
    >
      <p class="facts">
        <Status status={status} text={status === null ? 'no response' : ''} />
        <span>{milliseconds(duration)}</span>
        <Time at={at} />
        <span>{owner ?? 'no valid token'}</span>
        {upstream && <span>upstream: {upstream}</span>}
        <Marks of={logged} />
      </p>
      <Again logged={logged} />
      <Changes changes={changes} />
      <MessageView
        title="Request"
        message={logged.request}
        without={hadBody(logged.request.headers) ? 'The log does not have the body.' : undefined}
      />
      <MessageView title="Response" message={logged.response} />
      <GapsOf assumed={assumed} />
    </Detail>
  )
}

/** Buttons to send the request again; they are disabled if the log lacks a part of the request. */
function Again({ logged }: Readonly<{ logged: LoggedRequest }>) {
  const operation = operations.value?.find((each) => each.id === logged.operation)
  const body = loggedBody(operation, logged)
  const isLost = body?.kind === 'lost'
  return (
    <>
      <p class="buttons">
        {operation && (
          <Button
            disabled={isLost}
            press={() => {
              repeat(operation, logged)
              go('try', operation.id)
            }}
          >
            Open in the form
          </Button>
        )}
        <CopyButton
          text={isLost ? '' : curlOf(requestAgain(logged, body))}
          what="the request as a curl command"
          label="curl"
          isDisabled={isLost}
        />
      </p>
      {isLost && <p class="hint">{body.why}</p>}
    </>
  )
}

/** @param without the sentence in place of a body that the log does not have */
const MessageView = ({
  title,
  message,
  without = 'No body.',
}: Readonly<{ title: string; message: Message; without?: string | undefined }>) => (
  <>
    <h3>{title}</h3>
    {message.body === null ? (
      <p class="quiet">{without}</p>
    ) : (
      <JsonView of={message.body} label={`${title} body`} />
    )}
    <Headers of={message.headers} />
  </>
)
