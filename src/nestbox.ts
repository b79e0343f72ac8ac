import { once as happens } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { deviationsNamed } from './contract/deviations.ts'
import { type FaultProfile, faultProfile } from './faults/profiles.ts'
import type { WorldRecipe } from './fixtures/builder/new-row.ts'
import type { ScenarioName, TokenName } from './fixtures/names.ts'
import { makeTokens } from './fixtures/tokens.ts'
import { worldWith } from './fixtures/world-for.ts'
import { type GapChoices, type GapSettings, gapSettingsFor, type Profile } from './gaps/gap-settings.ts'
import type { HttpLimits } from './http/http-limits.ts'
import { createHttpServer } from './http/http-server.ts'
import { BadOption, checkOptions, dayFor } from './options/check-options.ts'
import { options as table } from './options/table.ts'
import { Events } from './sandboxes/events.ts'
import { openSandbox } from './sandboxes/open.ts'
import { type OpenWorld, openWorld } from './sandboxes/open-world.ts'
import { type ReadonlyWorld, readonlyWorld } from './sandboxes/readonly-world.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import type { ServerContext, ServerOptions } from './sandboxes/server-context.ts'
import { shareWorlds } from './sandboxes/share-worlds.ts'
import { workspaceNamed } from './sandboxes/workspace-named.ts'
import { Workspaces } from './sandboxes/workspaces.ts'
import type { Token } from './store/tokens.ts'
import { type Clock, clockAt } from './util/clock.ts'
import { createLog, type Log } from './util/log.ts'
import { once } from './util/once.ts'
import { timers } from './util/timers.ts'

export interface NestboxOptions extends Partial<ServerOptions> {
  /** 0 takes a free one, which is what tests want. */
  readonly port?: number
  readonly host?: string
  /** Which world; equal ones are equal byte for byte. */
  readonly seed?: string
  readonly scenario?: ScenarioName
  /** Number of servers in the demo world. */
  readonly scale?: number
  /** The UTC day that the world's dates lie before, such as `2026-06-01`; the clock's, unless a data file has one. */
  readonly today?: string
  /** Rows in addition to those of the scenario: a function that makes them, or a plan of them. */
  readonly world?: WorldRecipe
  /** A file to keep the world in. */
  readonly data?: string
  /** What is chosen at the gaps: a profile, choices by gap, or choices upon a profile. */
  readonly gaps?: Profile | (GapChoices & { readonly profile?: Profile })
  /** The gap settings as an object; instead of `gaps`. */
  readonly gapSettings?: GapSettings
  /** An older name of `gapSettings`. */
  readonly dial?: GapSettings
  /** Texts of the three tokens, in the place of made ones. */
  readonly tokens?: Partial<Record<TokenName, string>>
  /** Names of fault profiles that are played from the start. */
  readonly faults?: readonly FaultProfile[]
  readonly clock?: Clock
  /** Whether what is under way, such as a running backup, completes: one row of each world every 5 seconds. */
  readonly live?: boolean
  readonly log?: Log
  /** How much of a request may come, and how slowly; what is left out is as usual. */
  readonly limits?: Partial<HttpLimits>
}

/** A running service. What it can be told of its main world, it can be told of each sandbox too. */
export interface Nestbox extends Sandbox {
  /** The main world as it is now, to be read. Its rows are frozen. */
  readonly world: ReadonlyWorld
  /** Digest of that world as it was at the start. */
  readonly checksum: string
  /** The sandbox of that name, made on first use, and anew if it has gone. @throws ControlError for a bad name */
  sandbox(name: string): Sandbox
  /** Deletes a sandbox with all that goes with it, if there is one of that name. */
  deleteSandbox(name: string): void
  /** Stops taking requests, lets those under way finish, flushes the data file. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a service.
 * @throws BadOption for an option that is wrong; BadRow for a row of `world` that cannot be made; BadWorldFile, OtherWorld, Locked or NotKept for a data file that cannot be used;
 *   what `listen` throws for an address that cannot be had
 */
export async function startNestbox(options: NestboxOptions = {}): Promise<Nestbox> {
  checkOptions(options)
  const { host = table.host.default, port = 0, clock = clockAt() } = options
  const gapSettings = options.gapSettings ?? options.dial ?? gapSettingsFor(options.gaps ?? 'literal')
  const makeWorld = worldWith(options.world)
  const world = await openWorld(options, { day: dayFor(options, clock), makeWorld })
  const context = contextOf(world, { clock, gapSettings, makeWorld }, options)
  const { main } = context.workspaces
  const server = createHttpServer(createApp(context).callback(), {
    gap: () => main.gapSettings.gap,
    log: context.log,
    ...(options.limits && { limits: options.limits }),
  })
  try {
    main.faults.add(...(options.faults ?? []).flatMap((name) => faultProfile(name).rules))
    server.listen(port, host)
    await happens(server, 'listening')
  } catch (error) {
    await world.release()
    throw error
  }
  const url = urlOf(server)
  const sandbox = openSandbox(context, () => main, url)
  // Loaded by the services that need it.
  const stopLive = options.live ? (await import('./sandboxes/live.ts')).live(context) : () => {}
  const close = once(async () => {
    stopLive()
    context.events.end()
    await stop(server)
    await world.release()
  })
  return {
    ...sandbox,
    url,
    get target() {
      return sandbox.target
    },
    get world() {
      return readonlyWorld(main.world)
    },
    // Of all rows, so it is not digested unless it is read; the base does not change.
    get checksum() {
      return world.base.checksum()
    },
    sandbox: (name) => openSandbox(context, () => workspaceNamed(context, name), `${url}/~${name}`),
    deleteSandbox: (name) => void context.workspaces.forget(name),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The address that it was told to be at, unless that is every address there is. */
const ownHost = ({ host = '' }: NestboxOptions): readonly string[] =>
  ['', '0.0.0.0', '::'].includes(host) ? [] : [host]

function contextOf(
  { base, commit, replace, unsaved }: OpenWorld,
  {
    clock,
    gapSettings,
    makeWorld,
  }: Pick<ServerContext, 'clock' | 'makeWorld'> & { gapSettings: GapSettings },
  options: NestboxOptions,
): ServerContext {
  const tokens = makeTokens(base, options.tokens)
  const all = [...Object.values(tokens.named), ...tokens.others]
  checkDistinct(all)
  const workspaces = new Workspaces(base, {
    gapSettings,
    tokens: all,
    sandboxBytes: options.limits?.sandboxBytes,
  })
  return {
    workspaces,
    events: new Events(),
    clock,
    log: options.log ?? createLog('silent', () => {}),
    options: {
      baseUrl: options.baseUrl?.replace(/\/+$/, ''),
      cors: options.cors ?? true,
      corsOrigins: options.corsOrigins,
      delay: options.delay,
      deviations: deviationsNamed(options.deviate ?? []),
      control: options.control ?? true,
      controlToken: options.controlToken,
      allowedHosts: [...(options.allowedHosts ?? []), ...ownHost(options)],
    },
    commit,
    replace,
    unsaved,
    makeWorld: shareWorlds(makeWorld),
  }
}

/** @throws BadOption for two tokens of equal text, made ones included: the first would be lost */
function checkDistinct(tokens: readonly Token[]): void {
  for (const { name, token } of tokens) {
    const other = tokens.find((each) => each.token === token && each.name !== name)
    if (other) throw new BadOption(`The tokens "${name}" and "${other.name}" must differ.`)
  }
}

function urlOf(server: Server): string {
  // A server that listens on a port has an address of this form.
  const { address, family, port } = server.address() as AddressInfo
  const reachable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${family === 'IPv6' ? `[${reachable}]` : reachable}:${port}`
}

/** Milliseconds that requests under way get to finish. */
const shutdownGraceMs = 400

async function stop(server: Server): Promise<void> {
  const closed = happens(server, 'close')
  server.close()
  server.closeIdleConnections()
  const idle = timers.setInterval(() => server.closeIdleConnections(), 20)
  const deadline = timers.setTimeout(() => server.closeAllConnections(), shutdownGraceMs)
  await closed
  timers.clearInterval(idle)
  timers.clearTimeout(deadline)
}
