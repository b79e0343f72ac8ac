import { idsIn, referenceOf } from '../../pure/references.ts'
import { hashOf } from '../../pure/route.ts'
import { labelOf, type Tables } from '../../state/data.ts'

interface Props {
  readonly field: string
  readonly value: unknown
  readonly tables: Tables
  /** Whether to show all items of a list. */
  readonly isFull?: boolean
}

const few = 3

/** A value of a row; the id of another row is a link to it. */
export function Cell({ field, value, tables, isFull = false }: Props) {
  if (value === null || value === undefined) return <span class="none">null</span>
  const target = referenceOf(field, [...tables.keys()])
  if (target !== undefined) {
    const ids = idsIn(value)
    if (ids.length === 0) return <span class="none">none</span>
    const shown = isFull ? ids : ids.slice(0, few)
    return (
      <span class="references">
        {shown.map((id) => (
          <a key={id} href={hashOf('data', target, id)}>
            <span class="reference-id">{id}</span> {labelOf(tables.get(target)?.get(id))}
          </a>
        ))}
        {ids.length > shown.length && <span class="quiet">+{ids.length - shown.length}</span>}
      </span>
    )
  }
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'none'}>{value ? 'yes' : 'no'}</span>
  if (typeof value === 'number') return <>{value}</>
  if (typeof value === 'string') {
    if (value === '') return <span class="none">empty</span>
    if (/^#[0-9a-f]{6}$/i.test(value)) {
      return (
        <>
          <span class="swatch" style={{ background: value }} /> {value}
        </>
      )
    }
    return <>{value}</>
  }
  return <>{JSON.stringify(value)}</>
}
