import { splitTexts } from '../../../contract/checking/similar.ts'
import type { RowChange } from '../../../sandboxes/model.ts'
import { hashOf } from '../pure/route.ts'
import { diffRows, type FieldChange } from '../pure/row-diff.ts'
import { plural } from './text.tsx'
import { Pairs } from './view.tsx'

/** The rows that a request changed, each with its changed fields. */
export const Changes = ({ changes }: { readonly changes: readonly RowChange[] }) => (
  <>
    <h3>Changed rows</h3>
    {changes.length === 0 && <p class="quiet">None.</p>}
    <ul class="changes">
      {changes.map((change) => (
        <li key={`${change.table} ${change.id}`}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  </>
)

function Change({ change }: { readonly change: RowChange }) {
  const { table, id, before, after } = change
  const word = before === null ? 'new' : after === null ? 'deleted' : 'changed'
  const fields = diffRows(before, after)
  return (
    <>
      <p class="bar">
        <a class="mono" {...(after !== null && { href: hashOf('data', table, id) })}>
          {table} {id}
        </a>
        {fields.length === 0 ? (
          <span class="quiet">written without changes</span>
        ) : (
          <span class={`tag ${word}`}>{word}</span>
        )}
        {word === 'changed' && fields.length > 0 && (
          <span class="quiet">{plural(fields.length, 'field')}</span>
        )}
      </p>
      {fields.length > 0 && (
        <Pairs
          look="diff ruled mono"
          of={fields.map((field) => [field.path, <Difference key="" field={field} />])}
        />
      )}
    </>
  )
}

function Difference({ field: { before, after } }: { readonly field: FieldChange }) {
  if (before === undefined) return <ins>{shown(after)}</ins>
  if (after === undefined) return <del>{shown(before)}</del>
  const [was, is] = [shown(before), shown(after)]
  // In similar strings, only the different part is marked.
  const { start, before: gone, after: come, end } = splitTexts(was, is)
  const isClose = was.length > 16 && start.length + end.length > was.length / 2
  return (
    <>
      <del>{isClose ? [start, <b key="gone">{gone}</b>, end] : was}</del>
      <span class="becomes" role="img" aria-label="becomes">
        →
      </span>
      <ins>{isClose ? [start, <b key="come">{come}</b>, end] : is}</ins>
    </>
  )
}

const shown = (value: unknown): string =>
  value === '' ? '(empty)' : typeof value === 'string' ? value : JSON.stringify(value)
