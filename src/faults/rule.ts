import type { AnyOperationId } from '../contract/companions.ts'
import type { Wrong } from '../http/errors.ts'
import { type Field, fieldOf, fieldsOf, inside, shown } from '../util/field.ts'
import { contradiction } from './call-fields.ts'
import { type Effect, effectFields } from './effect.ts'
import * as schemas from './schemas.ts'

/** A fault rule: the calls that it hits, which meet all given criteria, and the effect. */
export interface FaultRule extends Effect {
  /** Id of an operation. */
  readonly operation?: AnyOperationId
  readonly method?: string
  /** Path without query and sandbox; `*` stands for any characters. */
  readonly path?: string
  /** Share of the matching calls that are hit, 0 to 1; the same calls for the same seed. */
  readonly probability?: number
  /** The first matching call that may be hit, counted from 1. */
  readonly from?: number
  /** Number of calls that are hit. */
  readonly times?: number
  /** Instead of an effect: one entry for each matching call. `pass` lets the call pass. */
  readonly chain?: readonly (Effect | 'pass')[]
}

/** A rule in force, with its counts in one world. */
export interface FaultInfo extends FaultRule {
  readonly id: string
  /** Matching calls, without those that an earlier rule decided. */
  readonly calls: number
  /** Calls that the rule hit. */
  readonly hits: number
  /** In a sandbox: a rule of the whole server, where its id lacks the prefix `server-`. */
  readonly inherited?: true
}

/** A named list of rules. */
export interface ProfileInfo {
  readonly name: string
  readonly text: string
  readonly rules: readonly FaultRule[]
}

/** The response of `GET faults`. */
export interface FaultList {
  readonly rules: readonly FaultInfo[]
  readonly profiles: readonly ProfileInfo[]
}

/** A fault rule or profile that cannot be applied; the message says why, and how to correct it. */
export class BadFault extends Error {
  override readonly name = 'BadFault'
  /** The wrong field and the rule that it breaks; undefined where no single field is wrong. */
  readonly wrong: Wrong | undefined

  constructor(message: string, wrong?: Wrong) {
    super(message)
    this.wrong = wrong
  }
}

const ruleFields: Readonly<Record<keyof FaultRule, Field>> = {
  ...fieldsOf(schemas.FaultRule),
  // Each entry is checked by itself, with a message of its own.
  chain: fieldOf({ ...schemas.FaultRule.properties.chain, items: {} }),
  ...effectFields,
}

/**
 * Checks and copies a rule.
 * @throws BadFault for the first error
 */
export function readRule(value: unknown): FaultRule {
  const rule: FaultRule = readFields(value, ruleFields, '')
  const never = contradiction(rule)
  if (never) throw new BadFault(never.detail, never)
  if (rule.chain === undefined) {
    checkEffect(rule, 'A fault rule must say what happens: give it "code", "delay", "fault" or "chain".', '')
    return rule
  }
  const beside = Object.keys(effectFields).find((name) => name in rule)
  if (beside !== undefined) {
    throw new BadFault(`"${beside}" cannot stand beside "chain": put it into the entries of the chain.`, {
      field: beside,
      rule: 'prohibited',
    })
  }
  return { ...rule, chain: rule.chain.map(readEntry) }
}

function readEntry(value: unknown, at: number): Effect | 'pass' {
  if (value === 'pass') return value
  const place = `chain[${at}]`
  const effect: Effect = readFields(value, effectFields, place)
  checkEffect(
    effect,
    `"${place}" must say what happens: make it "pass", or give it "code", "delay" or "fault".`,
    place,
  )
  return effect
}

/** Copies the given fields. @throws BadFault for an unknown field or an invalid value */
function readFields(value: unknown, fields: Readonly<Record<string, Field>>, place: string): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const subject = place === '' ? 'A fault rule' : `"${place}"`
    const right =
      place === '' ? 'an object, such as {"code": 503}' : '"pass" or an object, such as {"code": 503}'
    throw new BadFault(`${subject} must be ${right}, not ${shown(value)}.`, { field: place, rule: 'object' })
  }
  const given = Object.entries(value).filter(([, each]) => each !== undefined)
  for (const [name, each] of given) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      const where = place === '' ? 'a fault rule' : `"${place}"`
      throw new BadFault(
        `There is no ${shown(name)} in ${where}; its fields are ${Object.keys(fields).join(', ')}.`,
        { field: inside(place, name), rule: 'prohibited' },
      )
    }
    if (!field.holds(each)) {
      throw new BadFault(`"${inside(place, name)}" must be ${field.right}, not ${shown(each)}.`, {
        field: inside(place, name),
        rule: field.rule,
      })
    }
  }
  return Object.fromEntries(given)
}

function checkEffect({ code, delay, fault, retryAfter }: Effect, nothing: string, place: string): void {
  if (code === undefined && delay === undefined && fault === undefined) {
    throw new BadFault(nothing, { field: place, rule: 'required' })
  }
  if (code !== undefined && fault !== undefined) {
    throw new BadFault(
      `"${inside(place, 'fault')}" cannot stand beside "code": a connection that breaks off gives no error; give one of them.`,
      { field: inside(place, 'fault'), rule: 'prohibited' },
    )
  }
  if (retryAfter !== undefined && code === undefined) {
    throw new BadFault(`"${inside(place, 'retryAfter')}" needs a "code" beside it, such as 429 or 503.`, {
      field: inside(place, 'retryAfter'),
      rule: 'prohibited',
    })
  }
}
