import type { FaultRule } from '../../../../model.ts'

/** The form of a rule as it is filled in. */
export interface RuleFields {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly effect: string
  readonly code: string
  readonly retryAfter: string
  readonly delay: string
  readonly when: string
  readonly probability: string
  readonly from: string
  readonly times: string
}

/** The rule that a form stands for; what is empty is left out. */
export function ruleFrom(fields: RuleFields): FaultRule {
  const { operation, method, path, effect, when } = fields
  const number = <K extends 'code' | 'retryAfter' | 'probability' | 'from' | 'times'>(key: K) =>
    fields[key].trim() === '' ? {} : { [key]: Number(fields[key]) }
  return {
    ...(operation !== '' && { operation }),
    ...(method !== '' && { method }),
    ...(path !== '' && { path }),
    ...number('probability'),
    ...number('from'),
    ...number('times'),
    ...delayFrom(fields.delay),
    ...(effect === 'code' && { ...number('code'), ...number('retryAfter') }),
    ...((effect === 'reset' || effect === 'empty' || effect === 'truncated') && { fault: effect }),
    ...(when === 'after-commit' && { when }),
  }
}

function delayFrom(text: string): Pick<FaultRule, 'delay'> {
  const [from = '', to] = text.split('-').map((part) => part.trim())
  if (from === '') return {}
  return { delay: to === undefined || to === '' ? Number(from) : [Number(from), Number(to)] }
}
