import type { OperationId } from '../../../src/contract/index.ts'
import type { MakeMiddleware, ProxyRequest } from '../messages.ts'
import { type Condition, conditions } from './conditions.ts'
import { type Effect, effects } from './effects.ts'
import nothing from './nothing.json' with { type: 'json' }

/** A server that breaks a clause only under a condition: an operator × what it does wrong × an operation. */
export interface OnlyThen {
  readonly name: string
  readonly operator: Condition['operator']
  readonly make: MakeMiddleware
}

/** A row of effects under conditions in which they cannot be seen, or are none, as patterns of the names. */
interface Nothing {
  readonly effect: string
  readonly condition: string
  readonly on?: string
  readonly because: string
}

const isNothing = (condition: Condition, effect: Effect, operation: OperationId): boolean =>
  nothing.some(
    (row: Nothing) =>
      (row.on ?? operation) === operation &&
      new RegExp(row.effect).test(effect.name) &&
      new RegExp(row.condition).test(condition.name),
  ) ||
  // A body of one field holds no other.
  (condition.field !== undefined &&
    effect.name.includes(' stored') &&
    !effect.name.endsWith(`\`${condition.field}\``))

const made = (effect: Effect, condition: Condition, on: OperationId): OnlyThen => ({
  name: `"${on}" ${effect.name}, ${condition.name}`,
  operator: condition.operator,
  make: () => {
    const fits = condition.make()
    let last: ProxyRequest | undefined
    let inFlight = 0
    const now = new WeakMap<ProxyRequest, boolean>()
    const middleware = effect.make((request) => request.operation === on && (now.get(request) ?? false))
    return async (request, next) => {
      if (request.operation === on || condition.operator !== 'repetition')
        now.set(request, fits(request, last, inFlight))
      last = request
      inFlight += 1
      try {
        return await middleware(request, next)
      } finally {
        inFlight -= 1
      }
    }
  },
})

/** Every effect under every condition that its operation can meet. */
export const onlyThen: readonly OnlyThen[] = effects.flatMap((effect) =>
  effect.on.flatMap((on) =>
    conditions
      .filter((condition) => (condition.on?.includes(on) ?? true) && !isNothing(condition, effect, on))
      .map((condition) => made(effect, condition, on)),
  ),
)
