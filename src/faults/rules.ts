import { filtered } from '../contract/objects.ts'
import { keptIn } from '../contract/once.ts'
import { wildcard } from '../contract/wildcard.ts'
import { Dice } from '../util/dice.ts'
import { weigh } from '../util/weigh.ts'
import { type Drawn, settle } from './draw-effect.ts'
import { BadFault, ofEffect } from './rule.ts'
import type { Effect, FaultInfo, FaultRule } from './schemas.ts'

/** A call that rules are matched against. */
export interface FaultCall {
  /** Id of the operation; null for an unknown path. */
  readonly operation: string | null
  readonly method: string
  /** Without query and sandbox. */
  readonly path: string
}

/** A rule that is set, for one world or for the whole server. */
interface SetRule {
  readonly id: string
  readonly rule: FaultRule
  readonly isFor: (call: FaultCall) => boolean
  /** Characters of the rule as JSON. */
  readonly weight: number
}

/** The counts of a rule in one world. */
interface Tally {
  readonly dice: Dice
  calls: number
  hits: number
}

const maximum = 100

/** Maximum characters of the rules of a world together: each listener gets all of them after each change. */
const mostCharacters = 1_000_000

/**
 * The fault rules of a world: the rules of the server, or the sandbox's rules followed by the server's. Each world has
 * its own counts and random numbers, so equal rules and calls give equal faults, whatever happens in other worlds.
 */
export class FaultRules {
  readonly #seed: string
  readonly #below: FaultRules | undefined
  #own: readonly SetRule[] = []
  #lastId = 0
  /** Weak, so that a tally is dropped with its rule. */
  readonly #tallies = new WeakMap<SetRule, Tally>()

  constructor(seed: string, below?: FaultRules) {
    this.#seed = seed
    this.#below = below
  }

  /** Number of rules in force. */
  get size(): number {
    return this.#own.length + (this.#below?.size ?? 0)
  }

  /** Characters of the own rules. */
  get weight(): number {
    return this.#own.reduce((sum, { weight }) => sum + weight, 0)
  }

  /** The rules in force, in the order of evaluation. */
  list(): FaultInfo[] {
    return this.#inForce().map((set, at) => {
      const info = this.#infoOf(set)
      return at < this.#own.length ? info : { ...info, id: `server-${set.id}`, inherited: true }
    })
  }

  /**
   * Adds all of the rules, or none.
   * @throws BadFault for too many or too long rules
   */
  add(...rules: readonly FaultRule[]): FaultInfo[] {
    if (this.#own.length + rules.length > maximum) {
      throw new BadFault(
        `There can be at most ${maximum} fault rules; delete those that are no longer needed.`,
      )
    }
    if (rules.reduce((sum, rule) => sum + weigh(rule), this.weight) > mostCharacters) {
      throw new BadFault(
        `The fault rules of a world may have ${mostCharacters} characters as JSON together; give them shorter bodies, or delete those that are no longer needed.`,
      )
    }
    const added = rules.map((rule) => this.#set(rule))
    this.#own = [...this.#own, ...added]
    return added.map((set) => this.#infoOf(set))
  }

  /** @returns whether there was such a rule; a sandbox does not remove rules of the server */
  remove(id: string): boolean {
    const kept = this.#own.filter((set) => set.id !== id)
    const isRemoved = kept.length < this.#own.length
    this.#own = kept
    return isRemoved
  }

  /** Removes all rules; ids and random numbers start over. */
  clear(): void {
    this.#own = []
    this.#lastId = 0
  }

  /** The effect of the first rule that decides a call; later rules do not count the call. */
  draw(call: FaultCall): Drawn | undefined {
    for (const set of this.#inForce()) {
      if (!set.isFor(call)) continue
      const tally = this.#tallyOf(set)
      tally.calls += 1
      const decision = decide(set.rule, tally)
      if (decision === 'pass') return undefined
      if (decision === undefined) continue
      tally.hits += 1
      return settle(decision, (least, most) => tally.dice.between(least, most))
    }
    return undefined
  }

  #inForce(): readonly SetRule[] {
    return this.#below ? [...this.#own, ...this.#below.#inForce()] : this.#own
  }

  #set(rule: FaultRule): SetRule {
    this.#lastId += 1
    return { id: String(this.#lastId), rule, isFor: filter(rule), weight: weigh(rule) }
  }

  #tallyOf(set: SetRule): Tally {
    // Rules of a sandbox and of the server have the same ids, and need different random numbers.
    const whose = this.#own.includes(set) ? 'faults' : 'faults of the server'
    return keptIn(this.#tallies, set, () => ({
      dice: new Dice(this.#seed, whose, set.id),
      calls: 0,
      hits: 0,
    }))
  }

  #infoOf(set: SetRule): FaultInfo {
    const { calls = 0, hits = 0 } = this.#tallies.get(set) ?? {}
    return { ...set.rule, id: set.id, calls, hits }
  }
}

function filter({ operation, method, path }: FaultRule): (call: FaultCall) => boolean {
  const isPath = path === undefined ? () => true : wildcard(path)
  return (call) =>
    (operation === undefined || call.operation === operation) &&
    (method === undefined || call.method === method) &&
    isPath(call.path)
}

/** The decision of a rule on the call that was just counted; undefined for none. */
function decide(rule: FaultRule, { dice, calls, hits }: Tally): Effect | 'pass' | undefined {
  const { from = 1, times = Number.POSITIVE_INFINITY, probability = 1, chain } = rule
  if (calls < from || hits >= times || !dice.chance(probability)) return undefined
  return chain === undefined ? effectOf(rule) : chain[calls - from]
}

const effectOf = (rule: FaultRule): Effect => filtered(rule, (name) => ofEffect.some((each) => each === name))
