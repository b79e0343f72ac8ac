import type { OperationId } from '../../../src/contract/index.ts'
import type { Middleware, ProxyRequest } from '../messages.ts'
import { type Condition, conditions } from './conditions.ts'
import { type Effect, effects } from './effects.ts'
import nothing from './nothing.json' with { type: 'json' }

/**
 * Whether an effect is invisible under a condition, or does not exist; the rows of the table have patterns of the
 * names.
 */
const isNothing = (condition: Condition, effect: Effect, operation: OperationId): boolean =>
  nothing.some(
    (row) =>
      (!('on' in row) || row.on === operation) &&
      new RegExp(row.effect).test(effect.name) &&
      new RegExp(row.condition).test(condition.name),
  ) ||
  // A body of one field holds no other.
  (condition.field !== undefined &&
    effect.name.includes(' stored') &&
    !effect.name.endsWith(`\`${condition.field}\``))

/** A server that breaks a clause only under a condition: an operator × its effect × an operation. */
const made = (effect: Effect, condition: Condition, on: OperationId) => ({
  name: `"${on}" ${effect.name}, ${condition.name}`,
  operator: condition.operator,
  make: (): Middleware => {
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
export const onlyThen = effects.flatMap((effect) =>
  effect.on.flatMap((on) =>
    conditions
      .filter((condition) => (condition.on?.includes(on) ?? true) && !isNothing(condition, effect, on))
      .map((condition) => made(effect, condition, on)),
  ),
)
