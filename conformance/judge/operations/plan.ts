import type { Exchange } from '../../client/client.ts'
import type { Named } from '../../client/request-path.ts'
import type { Fixtures } from '../fixtures.ts'
import type { RequestParts } from '../session.ts'

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
  /** Whether a granted response has shown the resource of the path, so that a 404 is a failure. */
  readonly isShown: (fixtures: Fixtures) => boolean
  /** Requests that should be granted, from the most specific to the simplest. */
  readonly rungs: (fixtures: Fixtures) => Promise<readonly RequestParts[]>
  /** The key of the target to set if a server refuses all values of the kit; undefined if the kit chooses no values. */
  readonly key?: string
  /** A request like a granted one, with values that show in later responses whether the request was done. */
  readonly marked?: (
    parts: RequestParts,
    mark: string,
    fixtures: Fixtures,
  ) => RequestParts | Promise<RequestParts>
  /** Sends other valid requests that must be granted as well. */
  readonly more?: (fixtures: Fixtures) => Promise<readonly Exchange[]>
}

/** Whether a response has shown the node of the target. */
export const isNodeShown = ({ session, seen }: Fixtures): boolean =>
  seen.has('node', session.target.resources.node) || session.granted('updateNode', 'syncNodeTags').length > 0

/** Whether a response has shown the server of the target. */
export const isServerShown = ({ session, seen }: Fixtures): boolean =>
  seen.has('server', session.target.resources.server?.id) ||
  session.granted('listServerMounts', 'updateServerStartup', 'listServerBackups').length > 0
