import { type GapId, gaps } from '../../src/contract/index.ts'
import type { Observation } from '../outcome.ts'

/** What a server was seen to choose, in words: the detail if the kit noted one, else the choice as the contract has it. */
export function observedInWords({ id, observed, detail }: Observation): string {
  if (detail !== undefined) return detail
  const choices: readonly (readonly [string, string])[] = gaps[id as GapId]?.choices ?? []
  return choices.find(([choice]) => choice === observed)?.[1] ?? ''
}

/** The gaps that showed, and the ids of those that did not. */
export const seenAndUnseen = (
  observations: readonly Observation[],
): { readonly seen: readonly Observation[]; readonly unseen: readonly string[] } => ({
  seen: observations.filter(({ observed }) => observed !== 'unseen'),
  unseen: observations.filter(({ observed }) => observed === 'unseen').map(({ id }) => id),
})
