import { ControlError, check } from '../contract/checking/errors-in.ts'
import { contradiction } from '../faults/never-met.ts'
import type { LoggedRequest, RequestCriteria } from './model.ts'
import { validateCriteria } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'

/**
 * The requests in the log of a workspace that meet the criteria.
 * @throws ControlError for criteria that no request can meet, since a search with a typing error would find no request,
 *   and if the result depends on a body that was too long for the log
 */
export function findRequests({ journal }: Workspace, criteria: RequestCriteria = {}): LoggedRequest[] {
  const checked = inCapitals(criteria)
  check(validateCriteria, checked, 'A search of the log')
  const [path] = checked.path?.split('?') ?? []
  const never = contradiction({ ...checked, ...(path !== undefined && { path }) })
  if (never) throw new ControlError(422, never)
  return journal.list(checked)
}

/** The criteria with the method in upper case. */
const inCapitals = (criteria: RequestCriteria): RequestCriteria =>
  typeof criteria?.method === 'string' ? { ...criteria, method: criteria.method.toUpperCase() } : criteria
