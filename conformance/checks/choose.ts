import { BadInput } from '../target/target.ts'
import type { Check } from './check.ts'
import { patternMatches } from './select.ts'

export interface Choice {
  /** Patterns of ids; all checks if empty. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
}

/**
 * The checks that patterns select.
 * @throws BadInput for a pattern that matches no check, or if no check is left
 */
export function choose(checks: readonly Check[], { only = [], skip = [] }: Choice): readonly Check[] {
  const idle = [...only, ...skip].find((pattern) => !checks.some(({ id }) => patternMatches(pattern, id)))
  if (idle !== undefined)
    throw new BadInput(`No check has an id like "${idle}"; see \`nestbox list checks\`.`)
  const fits = (patterns: readonly string[], id: string): boolean =>
    patterns.some((pattern) => patternMatches(pattern, id))
  const chosen = checks.filter(({ id }) => (only.length === 0 || fits(only, id)) && !fits(skip, id))
  if (chosen.length === 0) throw new BadInput('What is selected is skipped as well, so no check is left.')
  return chosen
}
