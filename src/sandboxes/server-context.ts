import type { DeviationId } from '../contract/deviations.ts'
import type { WantedWorld } from '../fixtures/world-for.ts'
import type { World } from '../store/world.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import type { Events } from './events.ts'
import type { Keeper } from './open-world.ts'
import type { Workspaces } from './workspaces.ts'

/** The options of a service that decide its responses, as they are given. */
export interface ServerOptions {
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

/** The options of a running service. */
export interface ContextOptions extends ServerOptions {
  readonly deviations: readonly DeviationId[]
  readonly upstream?: Upstream | undefined
}

/** A real server that gets requests to the API, and its settings. */
export interface Upstream {
  /** Without a slash at the end. */
  readonly url: string
  /** Ids of the operations that it answers; all requests to the API without a list. */
  readonly operations: readonly string[] | undefined
  /** Its tokens, by the names of the tokens of this server that they replace. */
  readonly tokens: Readonly<Record<string, string>>
  /** Names of the tokens of this server that `tokens` set; the others are generated, and can be known to others. */
  readonly ownTokens: readonly string[]
  /** Milliseconds within which it must respond. */
  readonly time: number
  /** Maximum number of requests to it at the same time, each of which has a connection. */
  readonly most: number
}

/** One running service: its workspaces, its events, its clock, its log and its options. */
export interface ServerContext {
  readonly keeper: Keeper
  readonly workspaces: Workspaces
  readonly events: Events
  readonly clock: Clock
  readonly log: Log
  readonly options: ContextOptions
  /** Texts that no log may show, in addition to the tokens of a world: those of the control API and of the upstream. */
  readonly secrets: Set<string>
  /** Generates a world; options left out are as in the standard world. */
  readonly makeWorld: (wanted: WantedWorld) => Promise<World>
}
