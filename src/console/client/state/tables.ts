import { type Field, fieldsOf } from '../pure/form-body.ts'
import { controlNamed } from './lists.ts'

/** The fields of the rows of a table, as the control API describes them. */
export function fieldsIn(table: string): readonly Field[] {
  const { body } = controlNamed('addRows') ?? {}
  const schema = body?.kind === 'json' ? body.schema.properties?.[table] : undefined
  const row = [schema, ...(schema?.anyOf ?? [])].find((each) => each?.properties)
  return row ? fieldsOf(row).filter(({ name }) => name !== 'count') : []
}

/** The fields of a table that hold ids, with the table of each. */
export const referencesOf = (table: string): ReadonlyMap<string, string> =>
  new Map(fieldsIn(table).flatMap(({ name, table: to }) => (to === undefined ? [] : [[name, to]])))

/** The ids in a reference: an id or a list of ids. */
export const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number')
