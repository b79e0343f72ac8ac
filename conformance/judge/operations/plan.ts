import {
  type AnyKind,
  type OperationId,
  operationIds,
  operations,
  parameterOf,
  type ReadingId,
} from '../../../src/contract/index.ts'
import type { Ask, Exchange } from '../../client/client.ts'
import { type Named, pathOf } from '../../client/request-path.ts'
import { identityIn, identityOf, subjectsOf } from '../../steps/step.ts'
import type { Evidence, Fixtures } from '../fixtures.ts'
import { isSame } from '../same.ts'
import type { RequestParts } from '../session.ts'
import type { Found } from '../walk.ts'

/** How the kit requests an operation: its resource, bodies that a server may grant, and marks for refused requests. */
export interface Plan {
  /**
   * The values of the path parameters, from the target, or from a response for an operation that removes its
   * resource.
   * @throws Unjudged if the target does not have the resource
   */
  readonly named: (fixtures: Fixtures) => Named | Promise<Named>
  /** The other name of the same resource, if the document defines two. */
  readonly alias?: (fixtures: Fixtures) => string
  /** Whether a granted response has shown the resource of a path, so that a 404 is a failure. */
  readonly isShown: (evidence: Evidence, path: string) => boolean
  /** Requests that should be granted, from the most specific to the simplest. */
  readonly plainerBodies: (fixtures: Fixtures) => Promise<readonly RequestParts[]>
  /** The key of the target to set if a server refuses all values of the kit; undefined if the kit chooses no values. */
  readonly key?: string
  /** A request like a granted one, with values that show in later responses whether the request was done. */
  readonly marked?: (
    parts: RequestParts,
    mark: string,
    fixtures: Fixtures,
  ) => RequestParts | Promise<RequestParts>
  /**
   * Changes a possible reason why the server refuses every body, such as the tags of a node.
   * @returns whether the bodies are worth another attempt
   */
  readonly unblock?: (fixtures: Fixtures) => Promise<boolean>
  /** Sends other valid requests that must be granted as well. */
  readonly more?: (fixtures: Fixtures) => Promise<readonly Exchange[]>
}

/** The entry of `resources` in a target for the resource that the path of an operation names. */
export const entryOf = (id: OperationId) => subjectsOf(id)[0]

/** How the path of an operation names a resource of the target: by its id, by its UUID, or by either. */
export function naming(id: OperationId): Pick<Plan, 'named' | 'alias' | 'isShown'> {
  const parameter = parameterOf(operations[id])
  if (!parameter) return { named: () => [], isShown: () => true }
  const { kind, by } = parameter
  const entry = entryOf(id)
  if (!entry)
    throw new Error(`conformance/steps/step.ts: no target has the ${kind} that the path of ${id} names`)
  const own = ({ session }: Fixtures) => identityOf(session.resource(entry))
  return {
    named: (fixtures) => own(fixtures)[by[0] ?? 'id'],
    ...(by.length > 1 && { alias: (fixtures) => own(fixtures).uuid }),
    isShown(evidence, path) {
      const { target, seen } = evidence
      // The id and the UUID may be those of two resources: one of them says nothing about the other.
      const names = Object.entries(identityIn(target, entry) ?? {}).filter(([, name]) =>
        isNamed({ operation: id, path }, name),
      )
      const isOwn = (each: Found): boolean =>
        each.kind === kind && names.some(([field, name]) => isSame(field, each.attributes[field], name))
      return (
        seen.found().some(isOwn) ||
        evidence.granted(...namingIds(kind)).some(({ ask }) => names.some(([, name]) => isNamed(ask, name)))
      )
    },
  }
}

/** The operations whose path names a resource of a kind. */
const namingIds = (kind: AnyKind): readonly OperationId[] =>
  operationIds.filter((id) => parameterOf(operations[id])?.kind === kind)

const isNamed = ({ operation, path }: Pick<Ask, 'operation' | 'path'>, name: string | number): boolean =>
  path.split('?')[0] === pathOf(operation, name)

/** The plan of an operation that only reads: it is requested without values of the kit. */
export function readPlan(id: ReadingId): Plan {
  const plan = naming(id)
  return { ...plan, plainerBodies: async (fixtures) => [{ named: await plan.named(fixtures) }] }
}
