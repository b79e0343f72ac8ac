import type { OperationId } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { notNested } from '../judge/not-shown.ts'
import { ignoreUnjudged, type Outcome } from '../judge/outcome.ts'
import type { CheckRow } from './check.ts'

/** A check whose failures the rules over the log of the run find (`rules/confirm.ts`). */
export interface LogCheck extends Omit<CheckRow, 'run' | 'play' | 'rule'> {
  /** The operation whose plain request must be granted. */
  readonly on: OperationId
  /** Requests that must be granted like one before; a refusal is a failure or its reason. */
  readonly again?: (fixtures: Fixtures) => Promise<Outcome>
  /** Requests that come first. @throws Unjudged if they show nothing */
  readonly opening?: (fixtures: Fixtures) => Promise<unknown>
  /** The resource of the target that responses of other operations must show. */
  readonly shown?: 'node' | 'egg' | 'server'
  /** Requests that may show a failure; a server may refuse them. */
  readonly scenes?: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
  /** A failure that needs no knowledge from before, such as a text of the run where it does not belong. */
  readonly trace?: (fixtures: Fixtures) => Outcome | Promise<Outcome>
}

export const logCheck = ({
  on,
  again,
  opening,
  shown,
  scenes = [],
  trace,
  ...check
}: LogCheck): CheckRow => ({
  ...check,
  async run(fixtures) {
    fixtures.granted(await fixtures.plain(on))
    const refused = await again?.(fixtures)
    if (refused) return refused
    await opening?.(fixtures)
    if (shown && !isShownNested(fixtures, shown)) return notNested(`no later response nests the ${shown}`)
    for (const scene of scenes) await scene(fixtures).catch(ignoreUnjudged)
    return trace?.(fixtures)
  },
})

function isShownNested({ session, seen }: Fixtures, kind: 'node' | 'egg' | 'server'): boolean {
  const { [kind]: named } = session.target.resources
  const id = typeof named === 'object' ? named.id : named
  return seen.found(kind).some(({ form, attributes }) => form === 'nested' && attributes['id'] === id)
}
