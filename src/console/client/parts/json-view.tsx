import { useMemo } from 'preact/hooks'
import { parsed } from '../../../contract/objects.ts'
import { plural } from './text.tsx'

/** Number of characters above which JSON is shown as plain text, since its elements would be too slow. */
const folding = 60_000
const shown = 1_000_000
/** Levels of nesting that fold; deeper values are shown on one line. */
const deepest = 50

/** JSON, as text or as a value, with syntax colours, whose objects and lists fold; any other text unchanged. */
export function JsonView({ of, label }: { readonly of: unknown; readonly label: string }) {
  const text = typeof of === 'string' ? of : JSON.stringify(of, null, 2)
  const value = useMemo(() => parsed(text), [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figure class="code" tabIndex={0} aria-label={label} onKeyDown={moveFold}>
      {value !== undefined && text.length <= folding ? (
        <Node key={text} before="" value={value} after="" depth={0} />
      ) : (
        <pre>
          {text.slice(0, shown)}
          {text.length > shown && `\n… and ${(text.length - shown).toLocaleString('en')} more characters.`}
        </pre>
      )}
    </figure>
  )
}

interface NodeProps {
  /** The key with its colon; empty for the root and for items of lists. */
  readonly before: string
  readonly value: unknown
  /** The comma after all values but the last. */
  readonly after: string
  readonly depth: number
}

/** A value with its key, as a line, or as lines that fold. */
function Node({ before, value, after, depth }: NodeProps) {
  const key = before !== '' && [<span class="json-key">{before}</span>, ': ']
  const entries = Object.entries(isContainer(value) ? value : {})
  if (entries.length === 0 || depth > deepest) {
    return (
      <div class="json-line">
        {key}
        <span class={`json-${value === null ? 'word' : typeof value}`}>{JSON.stringify(value)}</span>
        {after}
      </div>
    )
  }
  const isList = Array.isArray(value)
  const [start, end] = isList ? '[]' : '{}'
  return (
    <details class="json-node" open>
      <summary tabIndex={depth === 0 ? 0 : -1}>
        {key}
        {start}
        <span class="quiet">
          {' '}
          {plural(entries.length, isList ? 'item' : 'field')} {end}
          {after}
        </span>
      </summary>
      <div class="json-inner">
        {entries.map(([name, inner], index) => (
          <Node
            key={name}
            before={isList ? '' : JSON.stringify(name)}
            value={inner}
            after={index < entries.length - 1 ? ',' : ''}
            depth={depth + 1}
          />
        ))}
      </div>
      <div>
        {end}
        {after}
      </div>
    </details>
  )
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Moves through the folds with the arrow keys, so that only the first one is a stop of the Tab key. */
function moveFold(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLElement) || target.localName !== 'summary') return
  if (!(currentTarget instanceof HTMLElement) || !(target.parentElement instanceof HTMLDetailsElement)) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step !== undefined) {
    const all = [...currentTarget.querySelectorAll('summary')].filter((each) => each.checkVisibility())
    all[all.indexOf(target) + step]?.focus()
  } else if (key === 'ArrowRight') target.parentElement.open = true
  else if (key === 'ArrowLeft') target.parentElement.open = false
  else return
  event.preventDefault()
}
