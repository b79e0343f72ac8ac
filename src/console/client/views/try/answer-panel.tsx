import { useEffect, useRef } from 'preact/hooks'
import { Changes } from '../../parts/changes.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { milliseconds, Status } from '../../parts/request.tsx'
import type { FormOperation } from '../../pure/api-document.ts'
import { hashOf } from '../../pure/route.ts'
import type { Draft, Outcome } from '../../state/drafts.ts'

interface Props {
  readonly operation: FormOperation
  readonly draft: Draft
}

/** What came back. */
export function AnswerPanel({ operation, draft }: Props) {
  const outcome = draft.outcome.value
  // A file is the one thing that nobody can fill in beforehand; the form says so.
  const isWhole = operation.body?.kind !== 'file' || draft.file.value !== undefined
  const panel = useRef<HTMLElement>(null)
  // What is there already when one comes to the form is nothing to be taken to.
  const known = useRef(outcome?.sent)
  useEffect(() => {
    if (known.current === outcome?.sent) return
    known.current = outcome?.sent
    // Where there is no room beside the form, the answer comes below it, out of sight.
    const top = panel.current?.getBoundingClientRect().top ?? 0
    if (outcome && top > innerHeight - 160) panel.current?.scrollIntoView({ behavior: 'smooth' })
  }, [outcome?.sent])
  return (
    <section
      ref={panel}
      class="answer"
      aria-label="Answer"
      aria-live="polite"
      aria-busy={draft.isSending.value}
    >
      {outcome ? (
        <Answer outcome={outcome} isOld={draft.isSending.value} />
      ) : (
        <Empty icon="arrow" title="No answer yet">
          {isWhole && 'Send the request as it is: it is filled in with examples from this world.'}
        </Empty>
      )}
    </section>
  )
}

function Answer({ outcome, isOld }: { readonly outcome: Outcome; readonly isOld: boolean }) {
  const { status, statusText, headers, text, trouble, duration, logged } = outcome
  return (
    <div class={isOld ? 'old' : ''}>
      <header class="answer-head">
        <Status status={status} text={statusText || reasonOf(status)} />
        <span class="quiet">{milliseconds(duration)}</span>
        {logged?.fault && <span class="tag bad">played {logged.fault}</span>}
        {logged && (
          <a class="answer-log" href={hashOf('requests', logged.id)}>
            in the log
          </a>
        )}
      </header>
      {trouble && <p class="trouble">{trouble}</p>}
      {text !== '' && (
        <div class="with-copy">
          <JsonView text={text} label="Body of the answer" />
          <CopyButton text={text} what="the answer" />
        </div>
      )}
      {text === '' && status !== null && <p class="quiet">The answer has no body.</p>}
      <h3>Changed rows</h3>
      <ChangedRows outcome={outcome} />
      {logged && logged.assumed.length > 0 && (
        <>
          <h3>Gaps it ran into</h3>
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

function ChangedRows({ outcome: { logged } }: { readonly outcome: Outcome }) {
  if (logged === null) return <p class="quiet">Looking …</p>
  if (logged === undefined) return <p class="quiet">The log has no entry of this request.</p>
  if (logged.changes.length === 0) return <p class="quiet">None.</p>
  return <Changes changes={logged.changes} />
}

/** HTTP/2 and some proxies leave the reason out. */
const reasonOf = (status: number | null): string => (status === null ? 'no answer' : '')
