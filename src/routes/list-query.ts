import { broken } from '../http/bodies/fields.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import type { View } from '../resources/view.ts'
import { fieldOf } from '../store/tables.ts'
import type { AnyTable, PageUrl } from './call.ts'

/** The fields by which a list can be filtered and sorted. */
export interface Queried<F extends string = string> {
  readonly filters: readonly F[]
  readonly sorts: readonly F[]
}

/**
 * The ids that `filter[field]` selects, in the order of `sort`, as in the real panel: texts match partially and without
 * regard to case, commas separate alternatives, and a hyphen in front of a field reverses its order.
 * @throws ApiError for a filter or an order that the list does not have
 */
export function queried(
  view: View,
  url: PageUrl,
  table: AnyTable,
  ids: readonly number[],
  { filters, sorts }: Queried,
): readonly number[] {
  // Most requests have neither a filter nor a sort order.
  if (!/filter|sort/.test(url.query)) return ids
  // Of a parameter that is sent more than once, the last one counts.
  const query = new Map(new URLSearchParams(url.query))
  const errors: FieldError[] = []
  const known = (field: string, name: string, fields: readonly string[]): string[] => {
    if (fields.includes(name)) return [name]
    errors.push(broken(field, 'in', `name one of ${fields.join(', ')}`))
    return []
  }
  const wanted = [...query].flatMap(([name, text]) => {
    const filter = /^filter\[(.*)\]$/.exec(name)?.[1]
    if (filter === undefined) return []
    const alternatives = text.toLowerCase().split(',')
    if (alternatives.length > mostAlternatives)
      errors.push(broken(name, 'max', `have at most ${mostAlternatives} alternatives`))
    return known(name, filter, filters).map((field) => ({ field, alternatives, length: text.length + 1 }))
  })
  const words = new Set((query.get('sort') ?? '').split(',').filter((word) => word !== ''))
  const orders = [...words].flatMap((word) =>
    known('sort', word.replace(/^-/, ''), sorts).map((field) => ({ field, isDown: word.startsWith('-') })),
  )
  if (errors.length > 0) throw invalid(...errors)
  let compared = 0
  const rows = table.rows(ids).filter((row) =>
    wanted.every(({ field, alternatives, length }) => {
      const value = fieldOf(row, field)
      const text = String(value ?? '').toLowerCase()
      compared += text.length * length
      if (compared > mostCompared) throw invalid(broken(`filter[${field}]`, 'max', tooMuch))
      return matches(value, text, alternatives)
    }),
  )
  if (orders.length === 0) return rows.map(({ id }) => id)
  rows.sort((one, other) => {
    for (const { field, isDown } of orders) {
      const difference = compare(fieldOf(one, field), fieldOf(other, field))
      if (difference !== 0) return isDown ? -difference : difference
    }
    return 0
  })
  const sorted = rows.map(({ id }) => id)
  // `paginate` reverses the ids where the newest rows come first.
  return view.gap('list.order') === 'newest' ? sorted.toReversed() : sorted
}

/** Maximum number of alternatives in a filter. */
const mostAlternatives = 100

/** Maximum pairs of a character of a row and a character of a filter, all of which a search may have to compare. */
const mostCompared = 500_000_000

const tooMuch = 'have fewer characters: the rows have too many to be compared with so many'

/** @param own the value as a text in lower case */
function matches(value: unknown, own: string, alternatives: readonly string[]): boolean {
  if (value === null || value === undefined) return false
  return alternatives.some((each) => (typeof value === 'string' ? own.includes(each) : own === each))
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [String(one ?? ''), String(other ?? '')]
  return a < b ? -1 : a > b ? 1 : 0
}
