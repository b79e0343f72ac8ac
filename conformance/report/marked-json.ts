/** An indented JSON body, split at the place that a pointer names. */
export interface MarkedJson {
  readonly before: string
  /** The line of the place; if the place is missing, the line of its nearest existing parent. */
  readonly line: string
  readonly after: string
}

/** The number of lines that are shown before and after the place; the report states how many others there are. */
const shownBefore = 6
const shownAfter = 18

interface Line {
  readonly pointer: string
  readonly text: string
}

/** Formats a value like `JSON.stringify`, and finds the line of a JSON pointer in it. */
export function markedJson(value: unknown, pointer: string): MarkedJson {
  const lines = linesOf(value, '', '', '')
  let place = 0
  for (const [at, { pointer: own }] of lines.entries()) {
    const isOnTheWay = own === '' || pointer === own || pointer.startsWith(`${own}/`)
    if (isOnTheWay && own.length > (lines[place]?.pointer.length ?? 0)) place = at
  }
  const from = place - shownBefore
  const to = place + 1 + shownAfter
  return {
    before: joined([...left(from, 'before'), ...lines.slice(Math.max(0, from), place)]),
    line: lines[place]?.text ?? '',
    after: joined([...lines.slice(place + 1, to), ...left(lines.length - to, 'after')]),
  }
}

const joined = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n')

const left = (count: number, where: string): readonly Line[] =>
  count > 0 ? [{ pointer: '', text: `… ${count.toLocaleString('en')} lines ${where}` }] : []

/**
 * The lines of a value. @param head text before the value on its first line @param end text after it on its last line
 */
function linesOf(value: unknown, pointer: string, head: string, end: string): Line[] {
  const indent = /^ */.exec(head)?.[0] ?? ''
  if (typeof value !== 'object' || value === null)
    return [{ pointer, text: `${head}${JSON.stringify(value) ?? 'null'}${end}` }]
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ pointer, text: `${head}${open}${close}${end}` }]
  const inner = entries.flatMap(([key, each], at) =>
    linesOf(
      each,
      `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      `${indent}  ${isList ? '' : `${JSON.stringify(key)}: `}`,
      at < entries.length - 1 ? ',' : '',
    ),
  )
  return [
    { pointer, text: `${head}${open}` },
    ...inner,
    // The last line of a value is not its place.
    { pointer: '', text: `${indent}${close}${end}` },
  ]
}
