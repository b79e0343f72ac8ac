import { callFields, contradiction } from '../faults/call-fields.ts'
import { type Field, integer } from '../util/field.ts'
import { isOfSandbox } from '../util/names.ts'
import { checkFields } from './check-fields.ts'
import { ControlError } from './control-error.ts'
import type { RequestCriteria } from './model.ts'

const path: Field = {
  right: 'a path that starts with / or *, without query and sandbox, such as /api/application/*',
  rule: 'regex',
  holds: (value) => typeof value === 'string' && /^[/*][^?#]*$/.test(value) && !isOfSandbox(value),
}

const fields = {
  ...callFields,
  path,
  status: integer(100, 599),
  body: { right: 'anything', rule: 'any', holds: () => true },
  since: integer(0),
} as const satisfies Record<keyof RequestCriteria, Field>

/**
 * Checks criteria, because a search with a typing error would match no request or every request, without an error.
 * @throws ControlError for an unknown or unsatisfiable criterion, and for some contradictory criteria
 */
export function checkedCriteria(criteria: RequestCriteria = {}): RequestCriteria {
  const checked = inCapitals(criteria)
  checkFields(checked, fields, 'A search of the log')
  const never = contradiction(checked)
  if (never) throw new ControlError(422, never.detail, never)
  return checked
}

/** The criteria with the method in upper case. */
const inCapitals = (criteria: RequestCriteria): RequestCriteria =>
  typeof criteria?.method === 'string' ? { ...criteria, method: criteria.method.toUpperCase() } : criteria
