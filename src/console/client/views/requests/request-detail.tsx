import type { LoggedRequest, Message } from '../../../../sandboxes/model.ts'
import { Changes } from '../../parts/changes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Detail } from '../../parts/detail.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ValueView } from '../../parts/json-view.tsx'
import { Method, milliseconds, Repeats, Status, Time } from '../../parts/request.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { curlOf } from '../../pure/curl.ts'
import { loggedBody } from '../../pure/logged-body.ts'
import { hashOf } from '../../pure/route.ts'
import { go } from '../../state/here.ts'
import { operations } from '../../state/lists.ts'
import { repeat, requestAgain } from '../../state/repeat.ts'

/** All logged data of a request. */
export function RequestDetail({ logged }: { readonly logged: LoggedRequest }) {
  const { id, at, method, path, status, duration, bearer, fault, assumed, changes, request, response } =
    logged
  const operation = operations.value?.find((each) => each.id === logged.operation)
  return (
    <Detail label={`Request ${id}`}>
      <header class="detail-head">
        <h2 class="mono">
          <Method method={method} /> {path}
        </h2>
        <a class="bare" href={hashOf('requests')} data-key="Escape" aria-label="Close" title="Close (Esc)">
          <Icon name="cross" />
        </a>
      </header>
      <p class="facts">
        <Status status={status} text={status === null ? 'no response' : ''} />
        <span>{milliseconds(duration)}</span>
        <Time at={at} />
        <span>{bearer ?? 'no valid token'}</span>
        {fault && <span class="tag bad">fault: {fault}</span>}
        <Repeats of={logged} />
      </p>
      <Again operation={operation} logged={logged} />
      <h3>Changed rows</h3>
      {changes.length > 0 ? <Changes changes={changes} /> : <p class="quiet">None.</p>}
      <h3>Request</h3>
      <MessageView message={request} label="Request body" />
      <h3>Response</h3>
      <MessageView message={response} label="Response body" />
      {assumed.length > 0 && (
        <>
          <h3>Gaps of this request</h3>
          <p>
            {assumed.map((gap) => (
              <a key={gap} class="chip mono" href={hashOf('gaps', gap)}>
                {gap}
              </a>
            ))}
          </p>
        </>
      )}
    </Detail>
  )
}

/** Buttons to send the request again; they are disabled if the log lacks a part of the request. */
function Again({
  operation,
  logged,
}: {
  readonly operation: FormOperation | undefined
  readonly logged: LoggedRequest
}) {
  const body = loggedBody(operation, logged)
  const isLost = body.kind === 'lost'
  return (
    <>
      <p class="buttons">
        {operation && (
          <button
            type="button"
            class="small"
            disabled={isLost}
            onClick={() => {
              repeat(operation, logged)
              go('try', operation.id)
            }}
          >
            Open in the form
          </button>
        )}
        <CopyButton
          text={isLost ? '' : curlOf(requestAgain(operation, logged))}
          what="the request as a curl command"
          label="curl"
          isDisabled={isLost}
        />
      </p>
      {isLost && <p class="hint">{body.why}</p>}
    </>
  )
}

const MessageView = ({ message, label }: { readonly message: Message; readonly label: string }) => (
  <>
    {message.body === null ? <p class="quiet">No body.</p> : <ValueView value={message.body} label={label} />}
    <details>
      <summary>Headers</summary>
      <dl class="headers mono">
        {Object.entries(message.headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  </>
)
