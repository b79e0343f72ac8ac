import { useEffect, useRef } from 'preact/hooks'
import { Changes } from '../../parts/changes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { GapsOf, Headers, milliseconds, Repeats, Status } from '../../parts/request.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { hashOf } from '../../pure/route.ts'
import type { Outcome, RequestDraft } from '../../state/drafts.ts'
import { requests } from '../../state/requests.ts'

interface Props {
  readonly operation: FormOperation
  readonly draft: RequestDraft
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
      class="card answer"
      aria-label="Response"
      aria-live="polite"
      aria-busy={draft.isSending.value}
    >
      {outcome ? (
        <Answer outcome={outcome} />
      ) : (
        <Empty icon="arrow" title="No response yet">
          {isWhole && 'The request is filled in with examples from this world, ready to be sent.'}
        </Empty>
      )}
    </section>
  )
}

function Answer({ outcome }: { readonly outcome: Outcome }) {
  const { status, statusText, headers, text, trouble, duration } = outcome
  const logged = latest(outcome.logged)
  return (
    <div>
      <header class="facts">
        <Status status={status} text={statusText || reasonOf(status)} />
        <span class="quiet">{milliseconds(duration)}</span>
        {logged?.fault && <span class="tag bad">fault: {logged.fault}</span>}
        {logged && <Repeats of={logged} />}
        {logged && <a href={hashOf('requests', logged.id)}>Show in the log</a>}
      </header>
      {trouble && <p class="trouble">{trouble}</p>}
      {text !== '' && (
        <div class="with-copy">
          <JsonView text={text} label="Response body" />
          <CopyButton text={text} what="the response" />
        </div>
      )}
      {text === '' && status !== null && <p class="quiet">The response has no body.</p>}
      <ChangedRows logged={logged} />
      {logged && <GapsOf assumed={logged.assumed} />}
      <Headers of={headers} />
    </div>
  )
}

/** The current state of a log entry, because a browser may have repeated the request. */
const latest = (logged: Outcome['logged']): Outcome['logged'] =>
  logged && (requests.value.find(({ id }) => id === logged.id) ?? logged)

function ChangedRows({ logged }: Pick<Outcome, 'logged'>) {
  if (logged === null) return <p class="quiet">Loading …</p>
  if (logged === undefined) return <p class="quiet">The log has no entry for this request.</p>
  return <Changes changes={logged.changes} />
}

/** A text for a missing status; HTTP/2 and some proxies send no reason phrase. */
const reasonOf = (status: number | null): string => (status === null ? 'no response' : '')
