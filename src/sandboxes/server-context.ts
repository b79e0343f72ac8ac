import type { DeviationId, DeviationName } from '../contract/deviations.ts'
import type { WantedWorld } from '../fixtures/standard-world.ts'
import type { Change, World } from '../store/world.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import type { Events } from './events.ts'
import type { Workspaces } from './workspaces.ts'

/** The options of a service that decide its responses. */
export interface ServerOptions {
  /** Ids of deviations from the document, or `panel` for those of the real panel; none by default. */
  readonly deviate: readonly DeviationName[]
  /** The start of URLs in responses; if undefined, it comes from the request. */
  readonly baseUrl: string | undefined
  /** Whether pages of other origins can call the API. */
  readonly cors: boolean
  readonly corsOrigins: readonly string[] | undefined
  /** Minimum and maximum delay of every response of the API, in milliseconds. */
  readonly delay: readonly [number, number] | undefined
  /** Whether `/_nestbox` exists, and the token that gives clients of other machines access to it. */
  readonly control: boolean
  readonly controlToken: string | undefined
  /** Host names, in addition to the names of the loopback, that requests to the control API can use. */
  readonly allowedHosts: readonly string[]
}

/** The options of a running service; `deviations` are those that `deviate` names. */
export type ContextOptions = Omit<ServerOptions, 'deviate'> & { readonly deviations: readonly DeviationId[] }

/** One running service: its workspaces, its events, its clock, its log and its options. */
export interface ServerContext {
  readonly workspaces: Workspaces
  readonly events: Events
  readonly clock: Clock
  readonly log: Log
  readonly options: ContextOptions
  /** Makes a write to the main world durable. @throws NotKept after the write was undone */
  readonly commit: (world: World, changes: readonly Change[]) => Promise<void>
  /** Makes another main world durable, then calls `enter`, which makes it the current one. @throws NotKept */
  readonly replace: (world: World, enter: () => void) => Promise<void>
  /** Changes of the main world that are not durable yet and may still be undone. */
  readonly unsaved: () => readonly Change[]
  /** Generates a world; options left out are as in the standard world. */
  readonly makeWorld: (wanted: WantedWorld) => Promise<World>
}
