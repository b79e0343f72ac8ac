import { errorsIn, inside, type WrongField } from '../contract/checking/errors-in.ts'
import { Refusal } from '../contract/checking/refusal.ts'
import { shown } from '../contract/checking/words.ts'
import { isDeeper } from '../util/objects.ts'
import { weigh } from '../util/weigh.ts'
import { contradiction, unknownPath } from './never-met.ts'
import type { Effect, FaultRule } from './schemas.ts'
import { validateRule } from './validate-rule.ts'

/** A fault rule or profile that cannot be applied; the message says why, and how to correct it. */
export class BadFault extends Refusal {
  override readonly name = 'BadFault'
}

/** Maximum characters of a rule: they stay in memory, and each response that it causes may have them. */
const mostCharacters = 1_000_000

/**
 * Checks and copies a rule.
 * @throws BadFault for the first error
 */
export function readRule(value: unknown): FaultRule {
  const wrong = wrongRule(value)
  if (wrong) throw new BadFault(wrong)
  if (weigh(value) > mostCharacters)
    throw new BadFault(`A fault rule may have ${mostCharacters} characters as JSON; give it a shorter body.`)
  // A program may have given undefined fields and objects that it changes later.
  return JSON.parse(JSON.stringify(value))
}

/** The first error of a fault rule; undefined for a valid rule. */
export function wrongRule(value: unknown): WrongField | undefined {
  const [wrong] = errorsIn(validateRule, value, { subject: 'A fault rule' })
  // The compiler does not know that a value without errors is a rule.
  return wrong ?? impossible(value as FaultRule)
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
    return prohibited(
      own,
      `The \`${own}\` cannot stand next to \`chain\`: put it into the entries of the chain.`,
    )
  }
  for (const [at, entry] of chain.entries()) {
    const place = `chain[${at}]`
    const nothing = `The \`${place}\` must say what happens: make it "pass", or give it \`code\`, \`delay\` or \`fault\`.`
    const wrong = entry === 'pass' ? undefined : impossibleEffect(entry, place, nothing)
    if (wrong) return wrong
  }
  return undefined
}

/** The fields that only an error can have. */
const ofError = ['retryAfter', 'errors', 'body', 'headers'] as const

const ofEffect = ['code', ...ofError, 'delay', 'fault', 'when'] as const

/** Headers that the server sets for the body that it sends, in lower case. */
const ofConnection = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** @param nothing the sentence for an effect that does nothing */
function impossibleEffect(effect: Effect, place: string, nothing: string): WrongField | undefined {
  const { code, delay, fault, errors, body, headers = {} } = effect
  const at = (name: string) => inside(place, name)
  if (code === undefined && delay === undefined && fault === undefined) {
    return { field: place, rule: 'required', detail: nothing }
  }
  if (typeof delay === 'object' && delay[0] > delay[1]) {
    return {
      field: at('delay'),
      rule: 'integer',
      detail: `The \`${at('delay')}\` must have its smaller number first, not ${shown(delay)}.`,
    }
  }
  if (code !== undefined && fault !== undefined) {
    return prohibited(
      at('fault'),
      `The \`${at('fault')}\` cannot stand next to \`code\`: a connection that breaks off gives no error; give one of them.`,
    )
  }
  const alone = ofError.find((name) => effect[name] !== undefined)
  if (alone !== undefined && code === undefined) {
    return prohibited(at(alone), `The \`${at(alone)}\` needs a \`code\` next to it, such as 503.`)
  }
  if (errors && body !== undefined) {
    return prohibited(
      at('body'),
      `The \`${at('body')}\` cannot stand next to \`errors\`, which make a body; give one of them.`,
    )
  }
  if (!isJson(body)) {
    return {
      field: at('body'),
      rule: 'json',
      detail: `The \`${at('body')}\` must be JSON of at most ${deepest} levels.`,
    }
  }
  for (const name of Object.keys(headers)) {
    const field = inside(at('headers'), name)
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      return {
        field,
        rule: 'regex',
        detail: `The name of a header must be one word without spaces, not ${shown(name)}.`,
      }
    if (ofConnection.includes(name.toLowerCase()))
      return prohibited(
        field,
        `The header \`${name}\` cannot be set: the server sets it for the body that it sends.`,
      )
  }
  return undefined
}

const prohibited = (field: string, detail: string): WrongField => ({ field, rule: 'prohibited', detail })

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
