import { errorsIn, inside, Refusal, type WrongField, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { isDeeper } from '../util/weigh.ts'
import { contradiction, unknownPath } from './never-met.ts'
import type { Effect, FaultRule } from './schemas.ts'
import { validateRule } from './validate-rule.ts'

/** A fault rule or profile that cannot be applied; the message says why, and how to correct it. */
export class BadFault extends Refusal {
  override readonly name = 'BadFault'
}

/**
 * Checks and copies a rule.
 * @throws BadFault for the first error
 */
export function readRule(value: unknown): FaultRule {
  const found = wrongRule(value)
  if (found) throw new BadFault(found)
  // A program may have given undefined fields and objects that it changes later.
  return JSON.parse(JSON.stringify(value))
}

/** The first error of a fault rule; undefined for a valid rule. */
export function wrongRule(value: unknown): WrongField | undefined {
  const [found] = errorsIn(validateRule, value, { subject: 'A fault rule' })
  // The compiler does not know that a value without errors is a rule.
  return found ?? impossible(value as FaultRule)
}

/** The first error of a rule whose fields are valid by themselves. */
function impossible(rule: FaultRule): WrongField | undefined {
  const { chain } = rule
  const never = unknownPath(rule) ?? contradiction(rule)
  if (never) return never
  if (chain === undefined)
    return impossibleEffect(
      rule,
      '',
      'A fault rule must say what happens: give it `code`, `delay`, `fault` or `chain`.',
    )
  const own = ofEffect.find((name) => rule[name] !== undefined)
  if (own !== undefined) {
    const detail = `The \`${own}\` cannot be combined with \`chain\`: put it into the entries of the chain.`
    return wrongField(own, 'prohibited', detail)
  }
  for (const [at, entry] of chain.entries()) {
    const place = `chain[${at}]`
    const nothing = `The \`${place}\` must say what happens: make it "pass", or give it \`code\`, \`delay\` or \`fault\`.`
    const found = entry === 'pass' ? undefined : impossibleEffect(entry, place, nothing)
    if (found) return found
  }
  return undefined
}

/** The fields that only an error can have. */
const ofError = ['retryAfter', 'errors', 'body', 'headers'] as const

/** The fields of a rule that say what happens. */
export const ofEffect = ['code', ...ofError, 'delay', 'fault', 'when'] as const

/** Headers that the server sets for the body that it sends, in lower case. */
const ofConnection = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** @param nothing the sentence for an effect that does nothing */
function impossibleEffect(effect: Effect, place: string, nothing: string): WrongField | undefined {
  const { code, delay, fault, errors, body, headers = {} } = effect
  const bad = (name: string, rule: string, must: string) => {
    const field = inside(place, name)
    return wrongField(field, rule, `The \`${field}\` ${must}.`)
  }
  if (code === undefined && delay === undefined && fault === undefined) {
    return wrongField(place, 'required', nothing)
  }
  if (typeof delay === 'object' && delay[0] > delay[1]) {
    return bad('delay', 'integer', `must have its smaller number first, not ${shown(delay)}`)
  }
  if (code !== undefined && fault !== undefined) {
    const reason = 'a broken connection sends no error; give one of them'
    return bad('fault', 'prohibited', `cannot be combined with \`code\`: ${reason}`)
  }
  const alone = ofError.find((name) => effect[name] !== undefined)
  if (alone !== undefined && code === undefined) {
    return bad(alone, 'prohibited', 'needs a `code` next to it, such as 503')
  }
  if (errors && body !== undefined) {
    return bad('body', 'prohibited', 'cannot be combined with `errors`, which make a body; give one of them')
  }
  if (!isJson(body)) return bad('body', 'json', `must be JSON of at most ${deepest} levels`)
  for (const name of Object.keys(headers)) {
    const field = inside(inside(place, 'headers'), name)
    const detail = `The header \`${name}\` cannot be set: the server sets it for the body that it sends.`
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      return wrongField(
        field,
        'regex',
        `The name of a header must be one word without spaces, not ${shown(name)}.`,
      )
    if (ofConnection.includes(name.toLowerCase())) return wrongField(field, 'prohibited', detail)
  }
  return undefined
}

/** Levels of nesting in the body of an error. */
const deepest = 100

/** Whether a value can be sent as JSON. */
function isJson(value: unknown): boolean {
  try {
    return value === undefined || (JSON.stringify(value) !== undefined && !isDeeper(value, deepest))
  } catch {
    // A program may have given a value that contains itself, or a BigInt.
    return false
  }
}
