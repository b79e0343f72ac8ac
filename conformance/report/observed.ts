import { type GapId, gaps } from '../../src/contract/index.ts'
import type { Observation } from '../judge/outcome.ts'

/** An observation in words: the observed choice in the words of the contract, and the detail. */
export function observedInWords({ id, observed, detail }: Observation): string {
  const choices: readonly (readonly [string, string])[] = gaps[id as GapId]?.choices ?? []
  const [, words] = choices.find(([choice]) => choice === observed) ?? []
  return words !== undefined && detail !== undefined ? `${words} (${detail})` : (words ?? detail ?? '')
}

/** The observations with a choice, and the ids of gaps that no response showed. */
export const seenAndUnseen = (
  observations: readonly Observation[],
): { readonly seen: readonly Observation[]; readonly unseen: readonly string[] } => ({
  seen: observations.filter(({ observed }) => observed !== 'unseen'),
  unseen: observations.filter(({ observed }) => observed === 'unseen').map(({ id }) => id),
})
