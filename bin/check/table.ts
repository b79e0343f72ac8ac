/** Rows in columns, a line for each; the last column is as long as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
      )
      return `${cells.join('  ')}\n`
    })
    .join('')
}
