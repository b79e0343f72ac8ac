import { allOperations } from '../contract/companions.ts'
import type { RequestCriteria } from '../model.ts'
import { Impossible } from './impossible.ts'

const ids: readonly string[] = Object.keys(allOperations)

const names = [
  'operation',
  'method',
  'path',
  'status',
  'body',
  'since',
] as const satisfies (keyof RequestCriteria)[]

/**
 * Criteria that a request can meet: a slip of the pen would find nothing, or everything, and prove the wrong thing.
 * @throws Impossible for a criterion or an operation that does not exist
 */
export function checkedCriteria(criteria: RequestCriteria = {}): RequestCriteria {
  const unknown = Object.keys(criteria).find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) {
    throw new Impossible(422, `There is no criterion "${unknown}"; there are ${names.join(', ')}.`, {
      field: unknown,
      rule: 'prohibited',
    })
  }
  const { operation } = criteria
  if (operation !== undefined && !ids.includes(operation)) {
    throw new Impossible(422, `There is no operation "${operation}"; there are ${ids.join(', ')}.`, {
      field: 'operation',
      rule: 'in',
    })
  }
  return criteria
}
