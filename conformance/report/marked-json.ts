/** The number of lines that are shown before and after the place; the report states how many others there are. */
const shownBefore = 6
const shownAfter = 18

/**
 * Indents a value, and splits it at the line of a JSON pointer: the first line that changes with the place. If the place
 * is missing, that is the line of its nearest existing parent.
 */
export function markedJson(value: unknown, pointer: string) {
  const path = pointer.split('/').slice(1)
  const { lines, place } = jsonLines(
    value,
    path.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
  )
  const from = place - shownBefore
  const to = place + 1 + shownAfter
  return {
    before: [...left(from, 'before'), ...lines.slice(Math.max(0, from), place)].join('\n'),
    line: lines[place] ?? '',
    after: [...lines.slice(place + 1, to), ...left(lines.length - to, 'after')].join('\n'),
  }
}

/** Indented JSON. */
export const indentedJson = (value: unknown): string => jsonLines(value, []).lines.join('\n')

/** The levels of indentation: that of many values in deep arrays would be far longer than the values. */
const mostLevels = 32

/** The lines of indented JSON, and the index of the line of a path or its nearest existing parent. */
function jsonLines(value: unknown, path: readonly string[]) {
  const lines: string[] = []
  let place = 0
  // A part that is not on the path has no rest of it.
  const write = (
    part: unknown,
    rest: readonly string[] | undefined,
    level: number,
    name = '',
    end = '',
  ): void => {
    if (rest) place = lines.length
    const indent = '  '.repeat(Math.min(level, mostLevels))
    // As in JSON, a field without a value is left out.
    const inner = Object.entries(typeof part === 'object' && part ? part : []).filter(
      ([, each]) => each !== undefined,
    )
    if (inner.length === 0) {
      lines.push(`${indent}${name}${JSON.stringify(part)}${end}`)
      return
    }
    const isArray = Array.isArray(part)
    lines.push(`${indent}${name}${isArray ? '[' : '{'}`)
    for (const [at, [key, each]] of inner.entries())
      write(
        each,
        key === rest?.[0] ? rest.slice(1) : undefined,
        level + 1,
        isArray ? '' : `${JSON.stringify(key)}: `,
        at < inner.length - 1 ? ',' : '',
      )
    lines.push(`${indent}${isArray ? ']' : '}'}${end}`)
  }
  write(value, path, 0)
  return { lines, place }
}

const left = (count: number, where: string): readonly string[] =>
  count > 0 ? [`… ${count.toLocaleString('en')} lines ${where}`] : []
