import { useEffect, useRef } from 'preact/hooks'
import { CopyButton } from '../../parts/buttons.tsx'
import { Changes } from '../../parts/changes.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { GapsOf, Headers, Marks, milliseconds, Status } from '../../parts/request.tsx'
import { Empty } from '../../parts/view.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { hashOf } from '../../pure/route.ts'
import type { Outcome, RequestDraft } from '../../state/drafts.ts'
import { requests } from '../../state/requests.ts'

type Props = Readonly<{ operation: FormOperation; draft: RequestDraft }>

/** The response to a form. */
export function ResponsePanel({ operation, draft }: Props) {
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
      class="card response"
      aria-label="Response"
      aria-live="polite"
      aria-busy={draft.sending.value !== undefined}
    >
      {outcome ? (
        <ResponseView outcome={outcome} />
      ) : (
        <Empty icon="arrow" title="No response yet">
          {isWhole && 'The request is filled in with examples from this world, ready to be sent.'}
        </Empty>
      )}
    </section>
  )
}

function ResponseView({ outcome }: Readonly<{ outcome: Outcome }>) {
  const { status, statusText, headers, text, trouble, duration, logged: entry } = outcome
  // The current state of the log entry, because a browser may have repeated the request.
  const logged = entry && (requests.value.find(({ id }) => id === entry.id) ?? entry)
  return (
    <div>
      <header class="facts">
        {/* HTTP/2 and some proxies send no reason phrase. */}
        <Status status={status} text={statusText || (status === null ? 'no response' : '')} />
        <span>{milliseconds(duration)}</span>
        {logged && <Marks of={logged} />}
        {logged && <a href={hashOf('requests', logged.id)}>Show in the log</a>}
        {text !== '' && <CopyButton text={text} what="the response" />}
      </header>
      {trouble && <p class="trouble bad">{trouble}</p>}
      {text !== '' && <JsonView of={text} label="Response body" />}
      {text === '' && status !== null && <p class="quiet">The response has no body.</p>}
      {logged ? (
        <Changes changes={logged.changes} />
      ) : (
        <p class="quiet">{entry === null ? 'Loading …' : 'The log has no entry for this request.'}</p>
      )}
      {logged && <GapsOf assumed={logged.assumed} />}
      <Headers of={headers} />
    </div>
  )
}
