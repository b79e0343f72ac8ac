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
 * Criteria that a request can meet: a slip of the pen would find nothing, or everything, and prove the wrong thing.
 * @throws ControlError for a criterion that does not exist or that nothing meets, and for some that contradict each other
 */
export function checkedCriteria(criteria: RequestCriteria = {}): RequestCriteria {
  const checked = inCapitals(criteria)
  checkFields(checked, fields, 'A search of the log')
  const never = contradiction(checked)
  if (never) throw new ControlError(422, never.detail, never)
  return checked
}

/** Methods may be written in any case. */
const inCapitals = (criteria: RequestCriteria): RequestCriteria =>
  typeof criteria?.method === 'string' ? { ...criteria, method: criteria.method.toUpperCase() } : criteria
