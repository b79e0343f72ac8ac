import { hashOf } from '../../pure/route.ts'
import { idsIn, labelOf, tables } from '../../state/data.ts'

interface Props {
  readonly value: unknown
  /** The table to which the value refers by an id, or a list of ids. */
  readonly to: string | undefined
  /** Number of items of a list that are shown; all by default. */
  readonly most?: number
}

/** A value of a row; the id of another row is a link to it. */
export function Cell({ value, to, most }: Props) {
  if (value === null || value === undefined) return <span class="quiet">null</span>
  if (to !== undefined) return <References to={to} ids={idsIn(value)} most={most} />
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'quiet'}>{value ? 'yes' : 'no'}</span>
  if (value === '') return <span class="quiet">empty</span>
  if (typeof value !== 'string') return <>{JSON.stringify(value)}</>
  return (
    <>
      {/^#[0-9a-f]{6}$/i.test(value) && <span class="swatch" style={{ background: value }} />} {value}
    </>
  )
}

type ReferencesProps = Readonly<{ to: string; ids: readonly number[]; most?: number | undefined }>

/** Links to rows, by id and name. */
export function References({ to, ids, most = ids.length }: ReferencesProps) {
  const rows = tables.value?.get(to)
  if (ids.length === 0) return <span class="quiet">none</span>
  return (
    <span class="references">
      {ids.slice(0, most).map((id) => (
        <a key={id} href={hashOf('data', to, id)}>
          <span class="quiet">{id}</span> {labelOf(rows?.get(id))}
        </a>
      ))}
      {ids.length > most && <span class="quiet">+{ids.length - most}</span>}
    </span>
  )
}
