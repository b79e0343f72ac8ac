import { Dice } from '../fixtures/dice.ts'
import { wildcard } from '../util/wildcard.ts'
import { type Drawn, type Effect, settle } from './effect.ts'
import { BadFault, type FaultInfo, type FaultRule } from './rule.ts'

/** A call that rules may be for. */
export interface FaultCall {
  /** Id of the operation; null for a path that none has. */
  readonly operation: string | null
  readonly method: string
  /** Without query and sandbox. */
  readonly path: string
}

/** A rule that is set, for one world or for all of them. */
interface SetRule {
  readonly id: string
  readonly rule: FaultRule
  readonly isFor: (call: FaultCall) => boolean
}

/** What has come of a rule in one world. */
interface Tally {
  readonly dice: Dice
  calls: number
  hits: number
}

const maximum = 100

/**
 * The rules by which faults are played in a world: those of the server, or those of a sandbox and then the server's.
 * Each world counts by itself, so the same calls to it after the same rules have the same luck, whatever others do.
 */
export class FaultRules {
  readonly #seed: string
  readonly #below: FaultRules | undefined
  #own: readonly SetRule[] = []
  #lastId = 0
  /** A tally goes with its rule, wherever that is taken away. */
  readonly #tallies = new WeakMap<SetRule, Tally>()

  constructor(seed: string, below?: FaultRules) {
    this.#seed = seed
    this.#below = below
  }

  /** How many are in force. */
  get size(): number {
    return this.#own.length + (this.#below?.size ?? 0)
  }

  /** In the order in which they are asked. */
  list(): FaultInfo[] {
    return this.#inForce().map((set, at) => {
      const info = this.#infoOf(set)
      return at < this.#own.length ? info : { ...info, id: `server-${set.id}`, inherited: true }
    })
  }

  /**
   * All of them, or none.
   * @throws BadFault if that makes too many
   */
  add(...rules: readonly FaultRule[]): FaultInfo[] {
    if (this.#own.length + rules.length > maximum) {
      throw new BadFault(
        `There can be ${maximum} fault rules at most; delete some that are no longer needed.`,
      )
    }
    const added = rules.map((rule) => this.#set(rule))
    this.#own = [...this.#own, ...added]
    return added.map((set) => this.#infoOf(set))
  }

  /** @returns whether there was such a rule, other than one below */
  remove(id: string): boolean {
    const kept = this.#own.filter((set) => set.id !== id)
    const isRemoved = kept.length < this.#own.length
    this.#own = kept
    return isRemoved
  }

  /** As in the beginning: ids and luck start over. */
  clear(): void {
    this.#own = []
    this.#lastId = 0
  }

  /** What the first rule does that decides a call; rules after that one do not count it. */
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
    return { id: String(this.#lastId), rule, isFor: filter(rule) }
  }

  #tallyOf(set: SetRule): Tally {
    const known = this.#tallies.get(set)
    if (known) return known
    // Rules of both have ids that begin with 1, and are to have luck of their own.
    const whose = this.#own.includes(set) ? 'faults' : 'faults of the server'
    const tally = { dice: new Dice(this.#seed, whose, set.id), calls: 0, hits: 0 }
    this.#tallies.set(set, tally)
    return tally
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

/** What a rule does to the call that was just counted; undefined if that is not for it to say. */
function decide(rule: FaultRule, { dice, calls, hits }: Tally): Effect | 'pass' | undefined {
  const { from = 1, times = Number.POSITIVE_INFINITY, probability = 1, chain } = rule
  if (calls < from || hits >= times || !dice.chance(probability)) return undefined
  return chain === undefined ? effectOf(rule) : chain[calls - from]
}

const effectOf = ({
  operation,
  method,
  path,
  probability,
  from,
  times,
  chain,
  ...effect
}: FaultRule): Effect => effect
