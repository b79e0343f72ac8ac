import { similar } from '../../src/contract/checking/similar.ts'
import { type Kind, type OperationId, operationIds, operations, rowOf } from '../../src/contract/index.ts'
import { wildcard } from '../../src/contract/wildcard.ts'
import { kebab } from '../judge/access.ts'
import { BadInput } from '../target/target.ts'
import { type Check, phaseOf } from './check.ts'
import { checks as allChecks } from './index.ts'

/**
 * Whether a pattern selects an id: the pattern is an id, or a section, or the beginning of ids in it, or has
 * wildcards (`*`).
 */
export function patternMatches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) {
    if (id === pattern || ids.has(pattern)) return id === pattern
    // A number in a pattern is complete: `2.1` does not select `2.10`.
    const mayExtend = pattern.includes('/') || /\.$/.test(pattern) || /^[./]/.test(id.slice(pattern.length))
    return mayExtend && id.startsWith(pattern)
  }
  return wildcard(pattern)(id)
}

const ids: ReadonlySet<string> = new Set(allChecks.map((check) => check.id))

/** @param pattern matches no check */
export function noSuchCheck(pattern: string, ids: readonly string[], where = ''): BadInput {
  const [like] = pattern.includes('*') ? [] : similar(pattern, ids, 1, 0.6)
  const hint = like === undefined ? 'see `nestbox list checks`.' : `did you mean ${like}?`
  return new BadInput(`${where}No check has an id like "${pattern}"; ${hint}`)
}

export interface Choice {
  /** Patterns of ids; all checks if empty. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
}

/**
 * The checks that patterns select.
 * @throws BadInput for a pattern that matches no check, or if no check is left
 */
export function choose(checks: readonly Check[], choice: Choice): readonly Check[] {
  // A caller without types may pass one pattern that is not in a list.
  const [only, skip] = [[choice.only ?? []].flat(), [choice.skip ?? []].flat()]
  const all = checks.map(({ id }) => id)
  const idle = [...only, ...skip].find((pattern) => !all.some((id) => patternMatches(pattern, id)))
  if (idle !== undefined) throw noSuchCheck(idle, all)
  const fits = (patterns: readonly string[], id: string): boolean =>
    patterns.some((pattern) => patternMatches(pattern, id))
  const chosen = checks.filter(({ id }) => (only.length === 0 || fits(only, id)) && !fits(skip, id))
  if (chosen.length === 0) throw new BadInput('All selected checks are also skipped, so no check is left.')
  return chosen
}

/**
 * The checks whose requests a selection needs in addition to its own. Rules judge every response of an operation,
 * whichever check asked for it: without those requests they would pass a server that they fail in a whole run. Requests
 * that must be refused for their token are not needed.
 */
export function neededBy(selected: readonly Check[]): readonly Check[] {
  const judged = new Set(selected.flatMap(operationsOf))
  const sections: ReadonlySet<string> = new Set([...judged].map((id) => operations[id].section))
  const accepted = [...judged].map((id) => `5/${kebab(id)}-takes-`)
  return allChecks.filter(
    (check) =>
      phaseOf(check) !== 'refusal' &&
      (sections.has(check.section) || accepted.some((start) => check.id.startsWith(start))) &&
      !selected.some(({ id }) => id === check.id),
  )
}

/** The operations of which a check judges responses that it need not have asked for. */
function operationsOf({ id, section, rule }: Check): readonly OperationId[] {
  if (rule?.on) return rule.on
  if (section === '5' || id.endsWith('/response')) return []
  const own = operationIds.filter((each) => operations[each].section === section)
  if (own.length === 0) return operationIds
  // Responses of other operations show the resources that a write must not change, and nested copies of its own one.
  const shown = isOfLaterResponses(id) ? own.map((each) => operations[each].response.kind) : []
  const showing = operationIds.filter((each) => shown.some((kind) => kindsIn(each).has(kind)))
  return [...new Set([...own, ...showing])]
}

const isOfLaterResponses = (id: string): boolean => /\/(others-unchanged|persists)$/.test(id)

/** The kinds of resources that a response of an operation may have, at any depth. */
function kindsIn(operation: OperationId): ReadonlySet<Kind> {
  const kinds = new Set<Kind>([operations[operation].response.kind])
  // A set is iterated with what is added meanwhile.
  for (const kind of kinds)
    for (const nested of Object.values(rowOf(kind).relationships ?? {})) kinds.add(nested.kind)
  return kinds
}
