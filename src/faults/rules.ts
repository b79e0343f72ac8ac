import { Dice } from '../fixtures/dice.ts'
import { type Drawn, type Effect, settle } from './effect.ts'
import { BadFault, type FaultInfo, type FaultRule } from './rule.ts'
import { wildcard } from './wildcard.ts'

/** A call that rules may be for. */
export interface FaultCall {
  /** Id of the operation; null for a path that none has. */
  readonly operation: string | null
  readonly method: string
  /** Without query and sandbox. */
  readonly path: string
}

interface Armed {
  readonly id: string
  readonly rule: FaultRule
  readonly isFor: (call: FaultCall) => boolean
  readonly dice: Dice
  calls: number
  hits: number
}

const maximum = 100

/** The rules by which faults are played. The same calls after the same rules have the same luck. */
export class FaultRules {
  readonly #seed: string
  #armed: Armed[] = []
  #lastId = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  get size(): number {
    return this.#armed.length
  }

  list(): FaultInfo[] {
    return this.#armed.map(infoOf)
  }

  /**
   * All of them, or none.
   * @throws BadFault if that makes too many
   */
  add(...rules: readonly FaultRule[]): FaultInfo[] {
    if (this.size + rules.length > maximum) {
      throw new BadFault(
        `There can be ${maximum} fault rules at most; delete some that are no longer needed.`,
      )
    }
    const added = rules.map((rule) => this.#arm(rule))
    this.#armed.push(...added)
    return added.map(infoOf)
  }

  /** @returns whether there was such a rule */
  remove(id: string): boolean {
    const kept = this.#armed.filter((armed) => armed.id !== id)
    const removed = kept.length < this.size
    this.#armed = kept
    return removed
  }

  /** As in the beginning: ids and luck start over. */
  clear(): void {
    this.#armed = []
    this.#lastId = 0
  }

  /** The effect of the first rule that is for a call and hits it. Rules after that one do not count the call. */
  draw(call: FaultCall): Drawn | undefined {
    for (const armed of this.#armed) {
      if (!armed.isFor(call)) continue
      armed.calls += 1
      const effect = hit(armed)
      if (effect === undefined) continue
      armed.hits += 1
      return settle(effect, (least, most) => armed.dice.between(least, most))
    }
    return undefined
  }

  #arm(rule: FaultRule): Armed {
    this.#lastId += 1
    const id = String(this.#lastId)
    return { id, rule, isFor: filter(rule), dice: new Dice(this.#seed, 'faults', id), calls: 0, hits: 0 }
  }
}

const infoOf = ({ id, rule, calls, hits }: Armed): FaultInfo => ({ ...rule, id, calls, hits })

function filter({ operation, method, path }: FaultRule): (call: FaultCall) => boolean {
  const isPath = path === undefined ? () => true : wildcard(path)
  return (call) =>
    (operation === undefined || call.operation === operation) &&
    (method === undefined || call.method === method) &&
    isPath(call.path)
}

function hit({ rule, dice, calls, hits }: Armed): Effect | undefined {
  const { from = 1, times = Number.POSITIVE_INFINITY, probability = 1, chain } = rule
  if (calls < from || hits >= times || !dice.chance(probability)) return undefined
  const entry = chain === undefined ? effectOf(rule) : chain[calls - from]
  return entry === 'pass' ? undefined : entry
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
