import { once as happens } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { withoutEndSlashes } from './contract/checking/url.ts'
import { deviationsNamed } from './contract/deviations.ts'
import { once } from './contract/once.ts'
import { faultProfile } from './faults/profiles.ts'
import { makeTokens } from './fixtures/tokens.ts'
import { shareWorlds, worldWith } from './fixtures/world-for.ts'
import { type GapSettings, gapSettingsFor } from './gaps/gap-settings.ts'
import { httpLimits } from './http/http-limits.ts'
import { createHttpServer, descriptorsForConnections } from './http/http-server.ts'
import { BadOption, checkedClock, checkOptions, dayFor } from './options/check-options.ts'
import type { NestboxOptions } from './options/nestbox-options.ts'
import { options as table } from './options/table.ts'
import { Events } from './sandboxes/events.ts'
import { openSandbox } from './sandboxes/open.ts'
import { openWorld } from './sandboxes/open-world.ts'
import { type ReadonlyWorld, readonlyWorld } from './sandboxes/readonly-world.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import type { ServerContext, Upstream } from './sandboxes/server-context.ts'
import { states } from './sandboxes/states.ts'
import { Workspaces } from './sandboxes/workspaces.ts'
import type { Token } from './store/tokens.ts'
import type { World } from './store/world.ts'
import { clockAt } from './util/clock.ts'
import { createLog, guarded } from './util/log.ts'
import { timers } from './util/timers.ts'

/** A running service. Its operations on the main world are available for each sandbox too. */
export interface Nestbox extends Sandbox {
  /** The current main world, for reading. Its rows are frozen. */
  readonly world: ReadonlyWorld
  /** Digest of the main world at the start. */
  readonly checksum: string
  /**
   * The sandbox with this name, created on first use and again after its deletion.
   * @throws ControlError for a bad name
   */
  sandbox(name: string): Sandbox
  /** Deletes a sandbox and its data, if it exists. */
  deleteSandbox(name: string): void
  /** Refuses new connections, lets running requests finish, and writes the data file. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a service.
 * @throws BadOption for a wrong option; BadRow for a row of `world` that cannot be made; BadWorldFile, OtherWorld,
 *   Locked or NotKept for a data file that cannot be used; the error of `listen` for an address that cannot be used
 */
export async function startNestbox(options: NestboxOptions = {}): Promise<Nestbox> {
  checkOptions(options)
  const clock = checkedClock(options.clock ?? clockAt())
  const gapSettings = options.gapSettings ?? gapSettingsFor(options.gaps ?? 'literal')
  const makeWorld = worldWith(options.world)
  const today = dayFor(options, clock)
  const { base, keeper } = await openWorld(options, () => makeWorld({ ...options, today }))
  try {
    return await serve(base, contextOf(base, gapSettings, { clock, keeper, makeWorld }, options), options)
  } catch (error) {
    await keeper.close()
    throw error
  }
}

async function serve(base: World, context: ServerContext, options: NestboxOptions): Promise<Nestbox> {
  const { host = table.host.default, port = 0 } = options
  const { keeper, workspaces } = context
  const { main } = workspaces
  const server = createHttpServer(createApp(context).callback(), {
    gap: () => main.gapSettings.gap,
    log: context.log,
    redaction: main.redaction,
    hasUpstream: context.options.upstream !== undefined,
    ...(options.limits && { limits: options.limits }),
  })
  main.faults.add(...(options.faults ?? []).flatMap((name) => faultProfile(name).rules))
  server.listen(port, host)
  await happens(server, 'listening')
  const url = urlOf(server)
  const sandbox = openSandbox(context, () => main, url)
  // Most services do not need the module.
  const { liveEvery = table.liveEvery.default, live = options.liveEvery !== undefined } = options
  const stopLive = live ? (await import('./sandboxes/live.ts')).live(context, 1_000 * liveEvery) : () => {}
  const close = once(async () => {
    stopLive()
    context.events.end()
    await stop(server)
    await keeper.close()
  })
  const own = {
    get world() {
      return readonlyWorld(main.world)
    },
    // The digest covers all rows, so it is computed only when it is read; the world at the start does not change.
    get checksum() {
      return base.checksum()
    },
    sandbox(name: string) {
      const { name: known } = workspaces.named(name)
      return openSandbox(context, () => workspaces.named(name), `${url}/~${known}`)
    },
    deleteSandbox: (name: string) => void workspaces.forget(name),
    close,
    [Symbol.asyncDispose]: close,
  }
  // A spread would read the getters, and some of them read the whole world.
  return Object.defineProperties(sandbox as Sandbox & typeof own, Object.getOwnPropertyDescriptors(own))
}

/** The configured host, unless it means all addresses. */
const ownHost = ({ host = '' }: NestboxOptions): readonly string[] =>
  ['', '0.0.0.0', '::'].includes(host) ? [] : [host]

function contextOf(
  base: World,
  gapSettings: GapSettings,
  given: Pick<ServerContext, 'clock' | 'keeper' | 'makeWorld'>,
  options: NestboxOptions,
): ServerContext {
  const tokens = makeTokens(base, options.tokens)
  checkDistinct(tokens)
  const { upstreamTokens = {}, controlToken } = options
  const secrets = new Set([controlToken ?? [], Object.values(upstreamTokens)].flat())
  const events = new Events()
  const workspaces = new Workspaces({ world: base, gapSettings, tokens, secrets }, (name) =>
    events.publish('world', name, () => states.world(workspaces.peek(name))),
  )
  return {
    ...given,
    workspaces,
    events,
    secrets,
    log: guarded(options.log ?? createLog('silent', () => {})),
    options: {
      // Headers have ASCII alone.
      baseUrl: options.baseUrl && withoutEndSlashes(new URL(options.baseUrl).href),
      cors: options.cors ?? true,
      corsOrigins: options.corsOrigins?.map(asSent),
      delay: options.delay,
      deviations: deviationsNamed(options.deviate ?? []),
      control: options.control ?? true,
      controlToken,
      allowedHosts: [...(options.allowedHosts ?? []), ...ownHost(options)],
      upstream: upstreamOf(options),
    },
    makeWorld: shareWorlds(given.makeWorld),
  }
}

/** An origin as browsers send it. */
function asSent(configured: string): string {
  const { origin } = new URL(configured)
  // The schemes of apps have no origin for `URL`.
  return origin === 'null' ? configured.toLowerCase() : origin
}

function upstreamOf(options: NestboxOptions): Upstream | undefined {
  const { upstream, upstreamOperations, upstreamTokens = {}, tokens = {}, limits } = options
  return upstream === undefined
    ? undefined
    : {
        url: withoutEndSlashes(upstream),
        operations: upstreamOperations,
        tokens: upstreamTokens,
        ownTokens: Object.keys(tokens),
        time: limits?.upstreamTime ?? httpLimits.upstreamTime,
        most: Math.min(
          limits?.connections ?? httpLimits.connections,
          Math.floor(descriptorsForConnections() / 2),
        ),
      }
}

/** @throws BadOption for two tokens with equal texts, generated tokens included; the second would replace the first */
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

/** Milliseconds in which running requests can finish. */
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
