type Row = Readonly<Record<string, unknown>>

const texts = new WeakMap<Row, string>()

/** The searchable text of a row; it is cached, since rows are never changed in place. */
function textOf(row: Row): string {
  const known = texts.get(row) ?? Object.values(row).map(flat).join('\n').toLowerCase()
  texts.set(row, known)
  return known
}

const flat = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The rows that contain all words; `field=value` matches a field or an item of its list. */
export function findRows<R extends Row>(rows: readonly R[], search: string): readonly R[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  const tests = words.map(testFor)
  return rows.filter((row) => tests.every((test) => test(row)))
}

function testFor(word: string): (row: Row) => boolean {
  const [, field, value = ''] = /^([a-z0-9_]+)=(.+)$/.exec(word) ?? []
  if (field === undefined) return (row) => textOf(row).includes(word)
  return (row) => field in row && [row[field]].flat().some((each) => flat(each).toLowerCase() === value)
}

/** Sorts by a field, numbers numerically; rows without a value come last. */
export function sortRows<R extends Row>(rows: readonly R[], field: string, isDown: boolean): R[] {
  const sign = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[field], other[field]]
    if (a === b) return 0
    if (a === null || a === undefined) return 1
    if (b === null || b === undefined) return -1
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * flat(a).localeCompare(flat(b), 'en', { numeric: true })
  })
}
