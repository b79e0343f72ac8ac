import { type GapId, gaps } from '../../src/contract/index.ts'
import type { Observation } from '../judge/outcome.ts'

/** What a server was seen to choose, in words: the choice as the contract has it, and what the kit noted of it. */
export function observedInWords({ id, observed, detail }: Observation): string {
  const choices: readonly (readonly [string, string])[] = gaps[id as GapId]?.choices ?? []
  const [, words] = choices.find(([choice]) => choice === observed) ?? []
  return words !== undefined && detail !== undefined ? `${words} (${detail})` : (words ?? detail ?? '')
}

/** The gaps that showed, and the ids of those that did not. */
export const seenAndUnseen = (
  observations: readonly Observation[],
): { readonly seen: readonly Observation[]; readonly unseen: readonly string[] } => ({
  seen: observations.filter(({ observed }) => observed !== 'unseen'),
  unseen: observations.filter(({ observed }) => observed === 'unseen').map(({ id }) => id),
})
