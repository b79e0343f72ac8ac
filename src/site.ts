import type { Clock } from './clock.ts'
import type { Dial } from './dial.ts'
import type { Log } from './request-log.ts'
import type { World } from './store/world.ts'
import type { Worlds } from './store/worlds.ts'
import type { Token, Tokens } from './tokens.ts'

/** How a service behaves towards those who call it. */
export interface SiteOptions {
  /** What URLs in answers start with; from the request if undefined. */
  readonly baseUrl: string | undefined
  /** Whether pages of other origins may call the API, and which; all if undefined. */
  readonly cors: boolean
  readonly corsOrigins: readonly string[] | undefined
  /** Milliseconds that every answer of the API is held back: from, to. */
  readonly delay: readonly [number, number] | undefined
  /** Whether `/_nestbox` is there, and the token that lets others than this machine in. */
  readonly control: boolean
  readonly controlToken: string | undefined
  /** Names, beyond those of the loopback, by which the control API may be called. */
  readonly allowedHosts: readonly string[]
}

/** One running service: its worlds, who may come in, and the choices it makes. */
export interface Site {
  readonly worlds: Worlds
  readonly tokens: Tokens
  /** The tokens that a target file names. */
  readonly named: { readonly application: Token; readonly rootClient: Token; readonly userClient: Token }
  readonly dial: Dial
  readonly clock: Clock
  readonly log: Log
  readonly options: SiteOptions
  /** Makes what a request wrote to the main world durable. */
  readonly save: (world: World) => Promise<void>
}

/** What the middleware in front has found out about a request. */
export interface RequestState {
  /** The name of the sandbox it is for; undefined for the main world. */
  sandbox: string | undefined
  world: World
  /** What URLs in the answer start with. */
  base: string
}
