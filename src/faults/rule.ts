import type { AnyOperationId } from '../contract/companions.ts'
import type { Wrong } from '../http/errors.ts'
import { type Field, fieldOf, fieldsOf, inside, shown } from '../util/field.ts'
import { contradiction } from './call-fields.ts'
import { type Effect, effectFields } from './effect.ts'
import * as schemas from './schemas.ts'

/** Which calls are hit, and with what. All that is given about a call must hold. */
export interface FaultRule extends Effect {
  /** Id of an operation. */
  readonly operation?: AnyOperationId
  readonly method?: string
  /** Path without query and sandbox; `*` stands for anything. */
  readonly path?: string
  /** Share of the calls that are hit, 0 to 1; the same for the same seed. */
  readonly probability?: number
  /** First call that may be hit, counted from 1. */
  readonly from?: number
  /** Number of calls that are hit. */
  readonly times?: number
  /** In the place of an effect: one entry for each call, and none after the last. `pass` lets a call pass. */
  readonly chain?: readonly (Effect | 'pass')[]
}

/** A rule that is in force in a world. */
export interface FaultInfo extends FaultRule {
  readonly id: string
  /** Calls to that world that it is for, without those that an earlier rule decided. */
  readonly calls: number
  /** Calls to that world that it hit. */
  readonly hits: number
  /** In a sandbox: it is one of the whole server, whose id there is this one without `server-`. */
  readonly inherited?: true
}

/** A named list of rules. */
export interface ProfileInfo {
  readonly name: string
  readonly text: string
  readonly rules: readonly FaultRule[]
}

/** `GET faults`. */
export interface FaultList {
  readonly rules: readonly FaultInfo[]
  readonly profiles: readonly ProfileInfo[]
}

/** A fault rule or profile that cannot be played; the message says why, and what would be right. */
export class BadFault extends Error {
  override readonly name = 'BadFault'
  /** The field of the rule that is wrong, if it is one, and what it breaks. */
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
 * A rule from outside, in a copy.
 * @throws BadFault with one sentence
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

/** Copies the fields that are given, each of which must hold. */
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
