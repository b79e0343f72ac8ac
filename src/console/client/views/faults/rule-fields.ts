import { breaks } from '../../../../faults/limits.ts'
import type { FaultRule } from '../../../../sandboxes/model.ts'

/** The values of the rule form. */
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

/** The rule of a form. Empty fields are omitted; text that is not a number becomes NaN. */
export function ruleFrom(fields: RuleFields): FaultRule {
  const { operation, method, path, effect, when } = fields
  const number = (key: 'retryAfter' | 'probability' | 'from' | 'times') =>
    fields[key].trim() === '' ? {} : { [key]: Number(fields[key]) }
  return {
    ...(operation !== '' && { operation: operation as NonNullable<FaultRule['operation']> }),
    ...(method !== '' && { method }),
    ...(path !== '' && { path }),
    ...number('probability'),
    ...number('from'),
    ...number('times'),
    ...delayFrom(fields.delay),
    ...(effect === 'code' && { code: Number(fields.code), ...number('retryAfter') }),
    ...(isBreak(effect) && { fault: effect }),
    ...(when === 'after-commit' && { when }),
  }
}

const isBreak = (effect: string): effect is (typeof breaks)[number] => breaks.some((each) => each === effect)

function delayFrom(text: string): Pick<FaultRule, 'delay'> {
  if (text.trim() === '') return {}
  const [, from, to] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(text) ?? []
  return { delay: to === undefined ? Number(from ?? Number.NaN) : [Number(from), Number(to)] }
}
