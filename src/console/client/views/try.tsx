import { signal } from '@preact/signals'
import { Empty } from '../parts/empty.tsx'
import { Method } from '../parts/request.tsx'
import { useInView } from '../parts/use-in-view.ts'
import { SearchBox, ViewHead } from '../parts/view-head.tsx'
import type { FormOperation } from '../pure/api-document.ts'
import { searchFor } from '../pure/find-rows.ts'
import { hashOf } from '../pure/route.ts'
import { draftOf } from '../state/drafts.ts'
import { here } from '../state/here.ts'
import { operations, tokens } from '../state/lists.ts'
import { AnswerPanel } from './try/answer-panel.tsx'
import { OperationForm } from './try/operation-form.tsx'

const search = signal('')

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
          <OperationList all={all} current={operation} />
          <OperationForm key={operation.id} operation={operation} draft={draftOf(operation)} />
          <AnswerPanel key={`answer ${operation.id}`} operation={operation} draft={draftOf(operation)} />
        </div>
      ) : (
        <Empty icon="try" title="Loading the operations …" />
      )}
    </>
  )
}

interface ListProps {
  readonly all: readonly FormOperation[]
  readonly current: FormOperation
}

function OperationList({ all, current }: ListProps) {
  const matches = searchFor(search.value)
  const found = all.filter(({ id, section, summary, method, path }) =>
    matches({ id, section: section ?? '', summary, method, path }),
  )
  const beyond = found.filter(({ isBeyond }) => isBeyond)
  const links = (some: readonly FormOperation[]) => (
    <ul>
      {some.map((operation) => (
        <OperationLink key={operation.id} operation={operation} isCurrent={operation.id === current.id} />
      ))}
    </ul>
  )
  return (
    <nav class="operations" aria-label="Operations">
      {found.length === 0 && <p class="quiet">No matching operations.</p>}
      {links(found.filter(({ isBeyond }) => !isBeyond))}
      {beyond.length > 0 && (
        <details open={current.isBeyond || search.value !== ''}>
          <summary>{beyond.length} beyond the document</summary>
          {links(beyond)}
        </details>
      )}
      <p class="hint">
        {all.some(({ isBeyond }) => isBeyond)
          ? 'Set by the gap '
          : 'The mock server can add operations beyond the document: '}
        <a href={hashOf('gaps', 'operations.beyond')}>operations.beyond</a>
      </p>
    </nav>
  )
}

const OperationLink = ({
  operation: { id, section, summary, method },
  isCurrent,
}: {
  readonly operation: FormOperation
  readonly isCurrent: boolean
}) => (
  <li>
    <a
      ref={useInView(isCurrent)}
      href={hashOf('try', id)}
      data-entry
      aria-current={isCurrent ? 'true' : undefined}
    >
      {summary}
      <span class="operation-kind">
        <Method method={method} /> <span class="quiet">{section}</span>
      </span>
    </a>
  </li>
)
