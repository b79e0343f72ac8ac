/** A Markdown table with aligned columns; the first column is text, the others are figures. */
export function table(head, rows) {
  const all = [head, ...rows].map((cells) => cells.map(String))
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at].length)))
  const [top, ...rest] = all.map((cells) =>
    line(cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))),
  )
  const rule = line(widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)))
  return `${[top, rule, ...rest].join('\n')}\n`
}

const line = (cells) => `| ${cells.join(' | ')} |`

/** A figure with its unit, or a dash for `undefined`. */
export const cell = (number, digits, unit = '') =>
  number === undefined ? '-' : `${number.toFixed(digits)}${unit}`
