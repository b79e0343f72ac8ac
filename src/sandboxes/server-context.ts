import type { DeviationId, DeviationName } from '../contract/deviations.ts'
import type { FaultState } from '../faults/middleware.ts'
import type { WantedWorld } from '../fixtures/standard-world.ts'
import type { Trace } from '../journal/entry.ts'
import type { Change, World } from '../store/world.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'
import type { Events } from './events.ts'
import type { Workspace } from './workspace.ts'
import type { Workspaces } from './workspaces.ts'

/** How a service behaves towards those who call it. */
export interface ServerOptions {
  /** Ids of deviations from the document, or `panel` for those of the real panel; none by default. */
  readonly deviate: readonly DeviationName[]
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

/** The options of a running service; `deviate` has become the deviations that it names. */
export type ContextOptions = Omit<ServerOptions, 'deviate'> & { readonly deviations: readonly DeviationId[] }

/** One running service: its worlds with what goes with each, and who hears of what happens. */
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
  /** Makes a world; what is left out is as at the start of most services. */
  readonly makeWorld: (wanted: WantedWorld) => Promise<World>
}

/** What the middleware in front has found out about a request. */
export interface RequestState extends FaultState {
  workspace: Workspace
  /** What URLs in the answer start with. */
  base: string
  /** What is found out about the request on its way, for the journal. */
  trace: Trace
}
