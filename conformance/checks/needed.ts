import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import { kebab } from '../judge/access.ts'
import { type Check, phaseOf } from './check.ts'
import { checks } from './index.ts'

/**
 * The checks whose requests a selection needs in addition to its own. Rules judge every response of an operation,
 * whichever check asked for it: without those requests they would pass a server that they fail in a whole run. Requests
 * that must be refused for their token are not needed.
 */
export function neededBy(selected: readonly Check[]): readonly Check[] {
  const judged = new Set(selected.flatMap(operationsOf))
  const sections: ReadonlySet<string> = new Set([...judged].map((id) => operations[id].section))
  const accepted = [...judged].map((id) => `5/${kebab(id)}-takes-`)
  return checks.filter(
    (check) =>
      phaseOf(check) !== 'refusal' &&
      (sections.has(check.section) || accepted.some((start) => check.id.startsWith(start))) &&
      !selected.some(({ id }) => id === check.id),
  )
}

/** The operations of which a check judges responses that it need not have asked for. */
function operationsOf({ id, section, rule }: Check): readonly OperationId[] {
  if (rule?.on) return rule.on
  if (section === '5' || id.endsWith('/answer')) return []
  const own = operationIds.filter((each) => operations[each].section === section)
  return own.length > 0 ? own : operationIds
}
