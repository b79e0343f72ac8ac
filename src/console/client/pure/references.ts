/** The table that a field refers to by its name; undefined for a field that is not a reference. */
export function referenceOf(field: string, tables: readonly string[]): string | undefined {
  const word = /^(?:sub)?([a-z]+)_ids?$/.exec(field)?.[1]
  return word === undefined ? undefined : tables.find((table) => table === `${word}s`)
}

/** The ids in a reference: an id or a list of ids. */
export const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number')
