import type { Effect, FaultList, FaultRule } from '../../../sandboxes/model.ts'

/** A rule as a phrase: its effect, and the calls that it affects. */
export function ruleText(rule: FaultRule): string {
  const what = rule.chain
    ? rule.chain.map((each) => (each === 'pass' ? 'pass' : effectText(each))).join(', then ')
    : effectText(rule)
  const isLate = what.endsWith(afterwards)
  return `${what}${isLate ? ',' : ''} on ${callsText(rule)}`
}

const afterwards = ' after the write'

function effectText({ code, delay, fault, when, retryAfter }: Effect): string {
  const parts = [
    delay !== undefined && `wait ${typeof delay === 'number' ? delay : `${delay[0]} to ${delay[1]}`} ms`,
    code !== undefined &&
      `respond with ${code}${retryAfter === undefined ? '' : ` and Retry-After ${retryAfter}`}`,
    fault !== undefined &&
      {
        reset: 'reset the connection',
        empty: 'close the connection without a response',
        truncated: 'truncate the response',
      }[fault],
  ]
  return `${parts.filter(Boolean).join(', ') || 'nothing'}${when === 'after-commit' ? afterwards : ''}`
}

function callsText(rule: FaultRule): string {
  const { operation, method, path, probability = 1, from = 1, times, chain } = rule
  const target = [operation, [method, path].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const of = target === '' ? '' : ` of ${target}`
  const isAlways = probability >= 1
  // With a probability, the number of hits differs from the number of calls.
  const count = chain?.length ?? (isAlways ? times : undefined)
  const share = isAlways ? '' : `${+(probability * 100).toPrecision(3)} % of `
  const most = times === undefined || times === count ? '' : `, at most ${timesText(times)}`
  return share + spanText(from, count, of, isAlways) + most
}

function spanText(from: number, count: number | undefined, of: string, isEvery: boolean): string {
  if (count === undefined) {
    const all = `${isEvery ? 'every call' : 'the calls'}${of}`
    return from > 1 ? `${all} but the first${from > 2 ? ` ${from - 1}` : ''}` : all
  }
  if (count === 1) return (from > 1 ? `call ${from}` : 'the first call') + of
  return (from > 1 ? `calls ${from} to ${from + count - 1}` : `the first ${count} calls`) + of
}

const timesText = (times: number): string => (times === 1 ? 'once' : `${times} times`)

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

/** Whether a rule matches each of its calls without an end. */
const hitsAll = ({ probability = 1, from = 1, times, chain }: FaultRule): boolean =>
  probability >= 1 && from <= 1 && times === undefined && chain === undefined
