/** Outcomes as a table, a row for each operation and a column for each library, with the reasons below. */
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
    .filter(({ why }) => why !== undefined)
    .map(({ library, operation, outcome, why }) => `${outcome}: ${library.name}, ${operation}: ${why}`)
  return [...lines, '', '-: the library cannot do that', ...reasons].join('\n')
}

/** What a library failed with, in one line: some throw texts, numbers or objects. */
export function inWords(failure) {
  const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : JSON.stringify(failure)
  const [line] = String(text).split('\n')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
