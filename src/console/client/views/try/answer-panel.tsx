import { useEffect, useRef } from 'preact/hooks'
import { Changes } from '../../parts/changes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { milliseconds, Repeats, Status } from '../../parts/request.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { hashOf } from '../../pure/route.ts'
import type { Draft, Outcome } from '../../state/drafts.ts'
import { requests } from '../../state/requests.ts'

interface Props {
  readonly operation: FormOperation
  readonly draft: Draft
}

/** The response to a form. */
export function AnswerPanel({ operation, draft }: Props) {
  const outcome = draft.outcome.value
  // A form that needs a file cannot be sent without one.
  const isWhole = operation.body?.kind !== 'file' || draft.file.value !== undefined
  const panel = useRef<HTMLElement>(null)
  // A response from an earlier visit of the form does not scroll the view.
  const known = useRef(outcome?.sent)
  useEffect(() => {
    if (known.current === outcome?.sent) return
    known.current = outcome?.sent
    // In a narrow window the panel is below the form, out of sight.
    const top = panel.current?.getBoundingClientRect().top ?? 0
    if (outcome && top > innerHeight - 160) panel.current?.scrollIntoView({ behavior: 'smooth' })
  }, [outcome?.sent])
  return (
    <section
      ref={panel}
      class="answer"
      aria-label="Response"
      aria-live="polite"
      aria-busy={draft.isSending.value}
    >
      {outcome ? (
        <Answer outcome={outcome} isOld={draft.isSending.value} />
      ) : (
        <Empty icon="arrow" title="No response yet">
          {isWhole && 'The request is filled in with examples from this world, ready to be sent.'}
        </Empty>
      )}
    </section>
  )
}

function Answer({ outcome, isOld }: { readonly outcome: Outcome; readonly isOld: boolean }) {
  const { status, statusText, headers, text, trouble, duration } = outcome
  const logged = latest(outcome.logged)
  return (
    <div class={isOld ? 'old' : ''}>
      <header class="answer-head">
        <Status status={status} text={statusText || reasonOf(status)} />
        <span class="quiet">{milliseconds(duration)}</span>
        {logged?.fault && <span class="tag bad">fault: {logged.fault}</span>}
        {logged && <Repeats of={logged} />}
        {logged && (
          <a class="answer-log" href={hashOf('requests', logged.id)}>
            Show in the log
          </a>
        )}
      </header>
      {trouble && <p class="trouble">{trouble}</p>}
      {text !== '' && (
        <div class="with-copy">
          <JsonView text={text} label="Response body" />
          <CopyButton text={text} what="the response" />
        </div>
      )}
      {text === '' && status !== null && <p class="quiet">The response has no body.</p>}
      <h3>Changed rows</h3>
      <ChangedRows logged={logged} />
      {logged && logged.assumed.length > 0 && (
        <>
          <h3>Gaps of this request</h3>
          <p>
            {logged.assumed.map((id) => (
              <a key={id} class="chip mono" href={hashOf('gaps', id)}>
                {id}
              </a>
            ))}
          </p>
        </>
      )}
      <details>
        <summary>Headers</summary>
        <dl class="headers mono">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

/** The current state of a log entry, because a browser may have repeated the request. */
const latest = (logged: Outcome['logged']): Outcome['logged'] =>
  logged && (requests.value.find(({ id }) => id === logged.id) ?? logged)

function ChangedRows({ logged }: Pick<Outcome, 'logged'>) {
  if (logged === null) return <p class="quiet">Loading …</p>
  if (logged === undefined) return <p class="quiet">The log has no entry for this request.</p>
  if (logged.changes.length === 0) return <p class="quiet">None.</p>
  return <Changes changes={logged.changes} />
}

/** A text for a missing status; HTTP/2 and some proxies send no reason phrase. */
const reasonOf = (status: number | null): string => (status === null ? 'no response' : '')
