import type { FaultList, FaultRule } from '../../../sandboxes/model.ts'

type Counts = Partial<Pick<FaultList['rules'][number], 'calls' | 'hits'>>

/**
 * The reason why a rule can never hit a call, as the end of a sentence; undefined if it can.
 * @param earlier the rules that are asked before it
 * @param operations the operations that the server has now
 */
export function neverFires(
  rule: FaultRule & Counts,
  earlier: readonly FaultRule[],
  operations: readonly { readonly id: string; readonly method: string }[],
): string | undefined {
  const { operation, probability, from = 1, times, chain, calls = 0, hits = 0 } = rule
  const own = operations.find(({ id }) => id === operation)
  if (probability === 0) return 'its probability is 0'
  if (times !== undefined && hits >= times) return 'it has hit as often as it may'
  if (chain && calls - from + 1 >= chain.length) return 'its chain has ended'
  if (operation !== undefined && !own) return `the server does not have ${operation} now`
  const method = rule.method ?? own?.method
  const isBehind = earlier.some(
    (other) =>
      hitsAll(other) &&
      [undefined, operation].includes(other.operation) &&
      [undefined, method].includes(other.method) &&
      [undefined, '/api*', '/api/*', rule.path].includes(other.path),
  )
  return isBehind ? 'an earlier rule hits all of these calls' : undefined
}

/** Whether a rule hits each of its calls for ever. */
const hitsAll = ({ probability = 1, from = 1, times, chain }: FaultRule): boolean =>
  probability >= 1 && from <= 1 && times === undefined && chain === undefined
