import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Empty } from '../parts/empty.tsx'
import { Method } from '../parts/request.tsx'
import { SearchBox, ViewHead } from '../parts/view-head.tsx'
import type { FormOperation } from '../pure/api-document.ts'
import { hashOf } from '../pure/route.ts'
import { draftOf } from '../state/drafts.ts'
import { here } from '../state/here.ts'
import { operations, tokens } from '../state/lists.ts'
import { AnswerPanel } from './try/answer-panel.tsx'
import { OperationForm } from './try/operation-form.tsx'

const search = signal('')

function isMeant({ id, section, summary, method, path }: FormOperation): boolean {
  const text = `${id} ${section ?? ''} ${summary} ${method} ${path}`.toLowerCase()
  return search.value
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The operations, each with a form that sends a request. */
export function TryView() {
  const all = operations.value
  const [wanted] = here.value.parts
  const operation = all?.find(({ id }) => id === wanted) ?? all?.[0]
  // Before the tokens are loaded, the form would send a request without a token.
  const isReady = tokens.value !== undefined
  return (
    <>
      <ViewHead
        title="Operations"
        about="Send a request, and see the response, the curl command and the changed rows."
      >
        <SearchBox text={search} label="Search operations" />
      </ViewHead>
      {all && operation && isReady ? (
        <div class="try">
          <OperationList all={all.filter(isMeant)} current={operation.id} />
          <OperationForm key={operation.id} operation={operation} draft={draftOf(operation)} />
          <AnswerPanel key={`answer ${operation.id}`} operation={operation} draft={draftOf(operation)} />
        </div>
      ) : (
        <Empty icon="try" title="Loading the operations …" />
      )}
    </>
  )
}

const OperationList = ({
  all,
  current,
}: {
  readonly all: readonly FormOperation[]
  readonly current: string
}) => {
  const beyond = all.filter(({ isBeyond }) => isBeyond)
  return (
    <nav class="operations" aria-label="Operations">
      <ul>
        {all
          .filter(({ isBeyond }) => !isBeyond)
          .map((operation) => (
            <OperationLink key={operation.id} operation={operation} current={current} />
          ))}
      </ul>
      {beyond.length > 0 && (
        <>
          <h2>Beyond the document</h2>
          <ul>
            {beyond.map((operation) => (
              <OperationLink key={operation.id} operation={operation} current={current} />
            ))}
          </ul>
        </>
      )}
      <p class="quiet operations-note">
        {operations.value?.some(({ isBeyond }) => isBeyond)
          ? 'Operations that the document does not describe. '
          : 'The mock server can add operations beyond the document: '}
        <a href={hashOf('gaps', 'operations.beyond')}>operations.beyond</a>
      </p>
    </nav>
  )
}

const OperationLink = ({
  operation,
  current,
}: {
  readonly operation: FormOperation
  readonly current: string
}) => {
  const { id, section, summary, method } = operation
  const isCurrent = id === current
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // In a narrow window the list is one line, and most of the line is not visible.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isCurrent])
  return (
    <li>
      <a ref={link} href={hashOf('try', id)} data-entry aria-current={isCurrent ? 'true' : undefined}>
        <span class="section-number">{section ?? '·'}</span>
        <span class="operation-name" data-name={summary}>
          <span>{summary}</span>
        </span>
        <Method method={method} />
      </a>
    </li>
  )
}
