import type { OperationId } from '../../../src/contract/index.ts'
import type { MakeMiddleware, ProxyRequest } from '../messages.ts'
import { type Condition, conditions } from './conditions.ts'
import { type Effect, effects } from './effects.ts'

/** A server that breaks a clause only under a condition: an operator × what it does wrong × an operation. */
export interface OnlyThen {
  readonly name: string
  readonly operator: Condition['operator']
  readonly make: MakeMiddleware
}

/** Pairs in which the effect cannot be seen, or is none. */
const isNothing = ({ name: then, field }: Condition, { name }: Effect, on: OperationId): boolean =>
  // A refused value is no value that was granted, and a body of one field holds no other.
  (name === 'is refused with 403' && /where|page|with one field|alone|at once/.test(then)) ||
  (field !== undefined && / stored/.test(name) && !name.endsWith(`\`${field}\``)) ||
  // A server may refuse everything for a moment after an invalid token.
  (name === 'is refused with 403' && then.includes('a forged request')) ||
  // No other response shows the startup of the other server, unless an import may have changed it; and the mounts of
  // that server are on no server.
  (then === 'for the otherServer' && / stored/.test(name)) ||
  (then === 'for the otherServer' && on === 'listServerMounts' && name.includes('server.')) ||
  // A page beyond the maximum may be cut down to any size.
  (then === 'on pages of 51 to 99' && on === 'listHostDatabases') ||
  (/is granted|is refused to/.test(name) && /token$/.test(then)) ||
  // The value that the request before stored is stored, and so are its tags.
  (/^(?:is not stored|the tags that were there)/.test(name) && then.endsWith('in a row')) ||
  // A write that is lost after itself is lost each time that the same is done twice, as any repetition.
  (name === 'also changes the other node' && /one field|alone/.test(then)) ||
  // Of what was sent at the same time, any may have come last.
  (then.startsWith('while') && !/is granted|is refused to/.test(name)) ||
  // A request that is not sent again alike has no row.
  (on === 'createUser' && then.endsWith('in a row') && !/is granted/.test(name))

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
