import { similar } from '../../src/contract/checking/similar.ts'
import { wildcard } from '../../src/contract/wildcard.ts'
import { BadInput } from '../target/target.ts'
import type { Check } from './check.ts'
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
