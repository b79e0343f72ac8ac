import type { Effect, FaultRule } from '../../../model.ts'

/** A rule as one reads it aloud: what happens, to which calls, how often. */
export function ruleText(rule: FaultRule): string {
  const what = rule.chain
    ? rule.chain.map((each) => (each === 'pass' ? 'pass' : effectText(each))).join(', then ')
    : effectText(rule)
  return [`${what} ${callsText(rule)}`, oftenText(rule)].filter(Boolean).join(', ')
}

function effectText({ code, delay, fault, when, retryAfter }: Effect): string {
  const parts = [
    delay !== undefined && `wait ${typeof delay === 'number' ? delay : `${delay[0]} to ${delay[1]}`} ms`,
    code !== undefined &&
      `answer ${code}${retryAfter === undefined ? '' : ` with Retry-After ${retryAfter}`}`,
    fault !== undefined &&
      { reset: 'break off', empty: 'answer nothing', truncated: 'cut the answer short' }[fault],
    when === 'after-commit' && 'after the write was made',
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

function callsText({ operation, method, path }: FaultRule): string {
  if (operation === undefined && method === undefined && path === undefined) return 'on every call'
  const parts = [operation, [method, path].filter(Boolean).join(' ')]
  return `on ${parts.filter(Boolean).join(', ')}`
}

function oftenText({ probability, from, times }: FaultRule): string {
  const parts = [
    probability !== undefined && `${+(probability * 100).toFixed(2)} % of the time`,
    from !== undefined && from > 1 && `from call ${from}`,
    times !== undefined && (times === 1 ? 'once' : `${times} times`),
  ]
  return parts.filter(Boolean).join(', ')
}
