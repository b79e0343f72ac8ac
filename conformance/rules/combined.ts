import { operations } from '../../src/contract/index.ts'
import { isBarred } from '../judge/access.ts'
import { isServerError } from '../judge/ladder.ts'
import { inShort } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import type { Entry } from '../steps/step.ts'
import type { LogRule } from './finding.ts'

/**
 * Values that were each granted do not cause a server error together, twice. If they were granted together before, the
 * state of the server is the reason: its node has other tags now.
 */
export const combined: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  if (!call.fields || !isServerError(exchange)) return
  if (call.subject === 'nobody' || isBarred(call)) return
  const granted = model.granted(call)
  if (granted.some((each) => hasValues(each, call.fields))) return
  const before = model
    .asked(call)
    .findLast((each) => isServerError(each.exchange) && hasValues(each, call.fields))
  const isGrantedApart = Object.entries(call.fields).every((value) =>
    granted.some((each) => hasValues(each, Object.fromEntries([value]))),
  )
  if (!before || !isGrantedApart) return
  const { section } = operations[call.operation]
  yield {
    check: `${section}/answer`,
    key: `combined ${call.operation}`,
    failure: {
      message: 'Values that the server grants one by one cause a server error together.',
      expected: 'the successful response, as to each of the values',
      actual: inShort(exchange.reply, exchange.failure),
    },
  }
}

const hasValues = ({ call }: Entry, fields: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(fields).every(([field, value]) => call.fields && isSame(field, call.fields[field], value))
