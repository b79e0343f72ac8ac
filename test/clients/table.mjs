/** A table of outcomes with a row for each operation and a column for each library, and below it the reasons. */
export function table(outcomes) {
  const libraries = [...new Set(outcomes.map(({ library }) => library))]
  const operations = [...new Set(outcomes.map(({ operation }) => operation))]
  const at = (operation, library) =>
    outcomes.find((each) => each.operation === operation && each.library === library)?.outcome ?? '-'
  const rows = [
    ['', ...libraries.map(({ name, version }) => `${name} ${version}`)],
    ...operations.map((operation) => [operation, ...libraries.map((library) => at(operation, library))]),
  ]
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  )
  const reasons = outcomes
    .filter(({ reason }) => reason !== undefined)
    .map(({ library, operation, outcome, reason }) => `${outcome}: ${library.name}, ${operation}: ${reason}`)
  return [...lines, '', '-: the library does not support the operation', ...reasons].join('\n')
}

/** One line for a thrown value, which is not always an `Error`: some libraries throw texts, numbers or objects. */
export function failureText(failure) {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : JSON.stringify(failure)
  const [line] = String(text).split('\n')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
