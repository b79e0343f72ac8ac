import { randomUUID } from 'node:crypto'

/** The number of lines that are shown before and after the place; the report states how many others there are. */
const shownBefore = 6
const shownAfter = 18

/**
 * Indents a value, and splits it at the line of a JSON pointer: the first line that changes with the place. If the place
 * is missing, that is the line of its nearest existing parent.
 */
export function markedJson(value: unknown, pointer: string) {
  const path = pointer.split('/').slice(1)
  const keys = path.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const mark = randomUUID()
  const lines = linesOf(value)
  const place = linesOf(withMark(value, keys, mark)).findIndex((line) => line.includes(mark))
  const from = place - shownBefore
  const to = place + 1 + shownAfter
  return {
    before: [...left(from, 'before'), ...lines.slice(Math.max(0, from), place)].join('\n'),
    line: lines[place] ?? '',
    after: [...lines.slice(place + 1, to), ...left(lines.length - to, 'after')].join('\n'),
  }
}

const linesOf = (value: unknown): string[] => JSON.stringify(value, undefined, 2).split('\n')

/** A value with a mark at a place, or at its nearest existing parent. */
function withMark(value: unknown, [key, ...rest]: readonly string[], mark: string): unknown {
  if (key === undefined || typeof value !== 'object' || value === null || !Object.keys(value).includes(key))
    return mark
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === key ? withMark(inner, rest, mark) : inner,
  ])
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const left = (count: number, where: string): readonly string[] =>
  count > 0 ? [`… ${count.toLocaleString('en')} lines ${where}`] : []
