import { LineLink, lookOf } from '../parts/list.tsx'
import { Method } from '../parts/request.tsx'
import { SearchBox, View } from '../parts/view.tsx'
import type { FormOperation } from '../pure/api-document.ts'
import { searchFor } from '../pure/find-rows.ts'
import { hashOf } from '../pure/route.ts'
import { draftOf } from '../state/drafts.ts'
import { operations, tokens } from '../state/lists.ts'
import { here } from '../state/place.ts'
import { OperationForm } from './try/operation-form.tsx'
import { ResponsePanel } from './try/response-panel.tsx'

const { search } = lookOf('operations')

/** The operations, each with a form that sends a request. */
export function TryView() {
  // Before the tokens are loaded, the form would send a request without a token.
  const all = (tokens.value && operations.value) ?? []
  const [wanted] = here.value.parts
  const operation = all.find(({ id }) => id === wanted) ?? all[0]
  return (
    <View
      id="try"
      about="Send a request, and see the response, the curl command and the changed rows."
      actions={<SearchBox text={search} label="Search operations" />}
      isLoaded={operation !== undefined}
    >
      {operation && (
        <div class="try">
          <OperationList all={all} current={operation} />
          <OperationForm key={operation.id} operation={operation} draft={draftOf(operation)} />
          <ResponsePanel key={`response ${operation.id}`} operation={operation} draft={draftOf(operation)} />
        </div>
      )}
    </View>
  )
}

type ListProps = Readonly<{ all: readonly FormOperation[]; current: FormOperation }>

function OperationList({ all, current }: ListProps) {
  const matches = searchFor(search.value)
  const found = all.filter(({ id, section, summary, method, path }) =>
    matches({ id, section: section ?? '', summary, method, path }),
  )
  const beyond = found.filter(({ isBeyond }) => isBeyond)
  return (
    <nav class="operations" aria-label="Operations">
      {found.length === 0 && <p class="hint">No matching operations.</p>}
      <Links to={found.filter(({ isBeyond }) => !isBeyond)} current={current} />
      {beyond.length > 0 && (
        <details open={current.isBeyond || search.value !== ''}>
          <summary>{beyond.length} beyond the document</summary>
          <Links to={beyond} current={current} />
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

const Links = ({ to, current }: Readonly<{ to: readonly FormOperation[]; current: FormOperation }>) => (
  <ul>
    {to.map(({ id, summary, method, section }) => (
      <li key={id}>
        <LineLink href={hashOf('try', id)} data-entry isCurrent={id === current.id}>
          {summary}
          <span class="note">
            <Method method={method} /> {section}
          </span>
        </LineLink>
      </li>
    ))}
  </ul>
)
