import type { LoggedRequest, Message } from '../../../../sandboxes/model.ts'
import { Button, CopyButton } from '../../parts/buttons.tsx'
import { Changes } from '../../parts/changes.tsx'
import { Detail } from '../../parts/detail.tsx'
import { ValueView } from '../../parts/json-view.tsx'
import { GapsOf, Headers, Marks, Method, milliseconds, Status, Time } from '../../parts/request.tsx'
import { curlOf } from '../../pure/curl.ts'
import { hadBody, loggedBody } from '../../pure/logged-body.ts'
import { operations } from '../../state/lists.ts'
import { go } from '../../state/place.ts'
import { repeat, requestAgain } from '../../state/repeat.ts'

/** All logged data of a request. */
export function RequestDetail({ logged }: Readonly<{ logged: LoggedRequest }>) {
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
  const why = body?.kind === 'lost' ? body.why : undefined
  const isLost = why !== undefined
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
          text={isLost ? '' : curlOf(requestAgain(operation, logged))}
          what="the request as a curl command"
          label="curl"
          isDisabled={isLost}
        />
      </p>
      {isLost && <p class="hint">{why}</p>}
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
      <ValueView value={message.body} label={`${title} body`} />
    )}
    <Headers of={message.headers} />
  </>
)
