import type { OperationId } from '../../../src/contract/index.ts'
import type { Middleware, ProxyRequest } from '../messages.ts'
import { type Condition, conditions, isSame } from './conditions.ts'
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
    let last: ProxyRequest | undefined
    let [inFlight, times, row] = [0, 0, 0]
    const meant = new WeakSet<ProxyRequest>()
    const isNow = (request: ProxyRequest): boolean => meant.has(request)
    const middleware = effect.make(isNow)
    return async (request, next) => {
      row = isSame(request, last) ? row + 1 : 1
      if (request.operation === on) {
        times += 1
        if (condition.fits(request, { before: last, inFlight, times, row })) meant.add(request)
      }
      last = request
      inFlight += 1
      try {
        return await (effect.isForAll || isNow(request) ? middleware(request, next) : next(request))
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
