import type { Exchange } from '../../client/client.ts'
import type { Named } from '../../client/request-path.ts'
import type { Fixtures } from '../fixtures.ts'
import type { RequestParts } from '../session.ts'

/** One operation as the kit requests it: what it names, which requests a server may grant, what marks a refused one. */
export interface Plan {
  /**
   * What the path names: as the target promises it, or as a response shows it, for an operation that removes what it
   * names.
   * @throws Unjudged where the target does not promise it
   */
  readonly named: (fixtures: Fixtures) => Named | Promise<Named>
  /** The other name of the same resource, where the document gives it two. */
  readonly alias?: (fixtures: Fixtures) => string
  /** Whether a granted response has shown that what the path names exists, so that a 404 is a failure. */
  readonly isShown: (fixtures: Fixtures) => boolean
  /** Requests that should be granted, from the most telling one to the plainest. */
  readonly rungs: (fixtures: Fixtures) => Promise<readonly RequestParts[]>
  /** The key of the target that helps where a server refuses every value of the kit; undefined where it chose none. */
  readonly key?: string
  /** A request like one that was granted, with values by which it is told apart if it is done. */
  readonly marked?: (
    parts: RequestParts,
    mark: string,
    fixtures: Fixtures,
  ) => RequestParts | Promise<RequestParts>
  /** Other requests of the plain kind that have to be granted as well. */
  readonly more?: (fixtures: Fixtures) => Promise<readonly Exchange[]>
}

/** Whether a response has shown the node of the target. */
export const isNodeShown = ({ session, seen }: Fixtures): boolean =>
  seen.has('node', session.target.resources.node) || session.granted('updateNode', 'syncNodeTags').length > 0

/** Whether a response has shown the server of the target. */
export const isServerShown = ({ session, seen }: Fixtures): boolean =>
  seen.has('server', session.target.resources.server?.id) ||
  session.granted('listServerMounts', 'updateServerStartup', 'listServerBackups').length > 0
