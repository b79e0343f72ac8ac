/** The table that a field of a row points into, told by its name; undefined if it points nowhere. */
export function referenceOf(field: string, tables: readonly string[]): string | undefined {
  const word = /^(?:sub)?([a-z]+)_ids?$/.exec(field)?.[1]
  return word === undefined ? undefined : tables.find((table) => table === `${word}s`)
}

/** Rows that point at others do it by an id or by a list of ids. */
export const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number')
