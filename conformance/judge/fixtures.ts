import {
  type AnyKind,
  type CompanionId,
  companions,
  type OperationId,
  operationIds,
  operations,
  type PagedId,
  recordOf,
} from '../../src/contract/index.ts'
import { keptIn } from '../../src/contract/once.ts'
import type { Exchange } from '../client/client.ts'
import { type Query, segmentOf } from '../client/request-path.ts'
import { idIn } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { type Climb, climb, mayBeTheBody } from './ladder.ts'
import { plans } from './operations/index.ts'
import { ignoreUnjudged, type Skip, Unjudged } from './outcome.ts'
import { type Attributes, attributesOf, type Granted, granted } from './parts.ts'
import { wasGranted } from './reception.ts'
import { Seen } from './seen.ts'
import type { RequestParts, Session } from './session.ts'
import { walk } from './walk.ts'

/** The two ways to name a server in a path. */
export type ServerName = 'id' | 'uuid'

type Args = readonly unknown[]

/**
 * Requests of a run that belong together. A scene sends, and judges nothing; it may continue depending on responses.
 * @returns the exchanges that checks look for
 * @throws Unjudged if the target lacks something, or nothing can be sent after a refusal
 */
export type Scene<A extends Args = [], T = unknown> = (fixtures: Fixtures, ...args: A) => Promise<T>

/** The result of a scene, or the reason why there is none. */
interface Played {
  readonly done: Promise<unknown>
  value?: unknown
  error?: unknown
}

/** A run that sends: its session, and its scenes. Each scene is played once, with the same arguments. */
export class Fixtures {
  readonly session: Session
  readonly seen: Seen
  /** `loose` accepts null in fields with an optional meaning. */
  readonly form: 'loose' | 'strict'
  /** Values that are restored in addition, with separate requests. */
  readonly putBacks: (() => Promise<void>)[] = []
  readonly #played = new Map<unknown, Map<string, Played>>()

  constructor(session: Session, form: 'loose' | 'strict' = 'loose') {
    this.session = session
    this.seen = new Seen(session)
    this.form = form
  }

  get target(): Target {
    return this.session.target
  }

  /** Exchanges of operations of the document, in the order of sending. */
  get exchanges(): readonly Exchange[] {
    return this.session.exchanges
  }

  /** Those of some operations that were granted; of all if there is no id. */
  granted(...ids: readonly OperationId[]): readonly Exchange[] {
    return this.session.granted(...ids)
  }

  /** Plays a scene, or returns what it returned before, even if that is an error. */
  play<A extends Args, T>(scene: Scene<A, T>, ...args: A): Promise<T> {
    const played = this.#of(scene, args)
    // Each scene has the type of its own results.
    if (played) return played.done as Promise<T>
    const done = scene(this, ...args)
    const made: Played = { done }
    keptIn(this.#played, scene, () => new Map<string, Played>()).set(JSON.stringify(args), made)
    done.then(
      (value) => Object.assign(made, { value }),
      (error: unknown) => Object.assign(made, { error }),
    )
    return done
  }

  /** The result of a scene; undefined if it was not completed. */
  result<A extends Args, T>(scene: Scene<A, T>, ...args: A): T | undefined {
    return this.#of(scene, args)?.value as T | undefined
  }

  /** Why a scene was not played to its end; undefined if it was, or was not played. @throws any other error of it */
  whyNot<A extends Args>(scene: Scene<A>, ...args: A): Skip | undefined {
    const { error } = this.#of(scene, args) ?? {}
    if (error === undefined || error instanceof Unjudged) return error?.why
    throw error
  }

  #of<A extends Args, T>(scene: Scene<A, T>, args: A): Played | undefined {
    return this.#played.get(scene)?.get(JSON.stringify(args))
  }

  /** The first request of an operation that the server grants; if it grants none, the most specific one. */
  accepted(id: OperationId): Promise<Climb> {
    return this.play(accepted, id)
  }

  /** The plain request of an operation: the exchange of `accepted`. */
  async plain(id: OperationId): Promise<Exchange> {
    return (await this.accepted(id)).exchange
  }

  /** A read beyond the document, sent only where the kit may write; undefined if the read is refused. */
  companion(id: CompanionId, named: string | number): Promise<Attributes | undefined> {
    return this.session.mayWrite ? this.play(companion, id, named) : Promise.resolve(undefined)
  }

  mounts(by: ServerName = 'id', again = 1): Promise<Exchange> {
    const parts = by === 'id' ? {} : { named: this.session.resource('server').uuid }
    return this.read('listServerMounts', parts, again)
  }

  /** The mounts of the server, always requested again: they nest the current node, egg and server. */
  mountsNow(): Promise<Exchange> {
    return this.session.send('listServerMounts', { named: this.session.resource('server').id })
  }

  /**
   * Requests what shows the current node, egg and server: the mounts nest them, or else the response of a startup update
   * does. Nothing is requested if the target has no server.
   * @param isClosed whether the node is in maintenance, in which a first startup update may be refused
   */
  async look(kind: AnyKind, isClosed = false): Promise<void> {
    const subject = (['node', 'egg', 'server'] as const).find((name) => name === kind)
    const id = subject && idIn(this.target, subject)
    if (!this.target.resources.server || id === undefined) return
    const shown = await this.mountsNow()
    if (walk(shown).found.some((found) => found.kind === kind && found.attributes['id'] === id)) return
    const startup = isClosed
      ? this.result(accepted, 'updateServerStartup')
      : await this.accepted('updateServerStartup').catch(ignoreUnjudged)
    if (startup?.isGranted) await this.session.send('updateServerStartup', startup.parts)
  }

  /** Sends a write; if it is granted, requests what shows the current resource. */
  async write(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const exchange = await this.session.send(id, parts)
    const isClosed = attributesOf(exchange.reply?.json)['maintenance_mode'] === true
    if (wasGranted(exchange)) await this.look(operations[id].response.kind, isClosed)
    return exchange
  }

  list(id: PagedId, query: Query = {}, again = 1): Promise<Exchange> {
    return this.read(id, Object.keys(query).length === 0 ? {} : { query }, again)
  }

  /** A read, sent once for each number of times that it is wanted. */
  read(id: OperationId, parts: RequestParts, again: number): Promise<Exchange> {
    return this.play(read, id, parts, again)
  }

  /** A request like the plain one, with other parts. */
  async like(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const { parts: plain } = await this.accepted(id)
    return this.session.send(id, { ...plain, ...parts })
  }
}

/** The data that a statement about one response needs in addition to the response. */
export interface Context extends Pick<Fixtures, 'target' | 'form'> {
  /** The resources in the granted responses so far. */
  readonly seen: Pick<Seen, 'wasShown'>
}

/** The evidence that checks judge: the exchanges of a run, and the results of its scenes. It sends nothing. */
export interface Evidence
  extends Pick<Fixtures, 'target' | 'form' | 'seen' | 'exchanges' | 'granted' | 'result' | 'whyNot'> {
  /** The marks of the run, and the tokens that operations must accept. */
  readonly session: Pick<Session, 'mark' | 'otherMark' | 'tokenFor'>
}

export const accepted: Scene<[OperationId], Climb> = async (fixtures, id) => {
  const { plainerBodies, unblock } = plans[id]
  const first = await climb(fixtures.session, id, await plainerBodies(fixtures))
  const isBlocked = !first.isGranted && mayBeTheBody(first.exchange) && first.exchange.reply?.status !== 404
  const again = isBlocked && (await unblock?.(fixtures).catch(ignoreUnjudged))
  return again ? climb(fixtures.session, id, await plainerBodies(fixtures)) : first
}

/** The plain requests of all operations, as far as the target allows them. */
export const everything: Scene = async (fixtures) => {
  for (const id of Object.keys(plans) as OperationId[]) await fixtures.plain(id).catch(ignoreUnjudged)
}

const companion: Scene<[CompanionId, string | number], Attributes | undefined> = async (
  { session },
  id,
  named,
) => {
  const { method, path } = companions[id]
  const token = session.tokenFor('updateNode')
  const exchange = await session.client.send({
    operation: id,
    method,
    path: path.replace(/\{\w+\}/, () => segmentOf(named)),
    credential: token,
    token,
  })
  return wasGranted(exchange) ? attributesOf(exchange.reply?.json) : undefined
}

/** A read of some name or query; without them it is the plain request. */
const read: Scene<[OperationId, RequestParts, number], Exchange> = async (fixtures, id, parts, again) =>
  Object.keys(parts).length === 0 && again === 1
    ? fixtures.plain(id)
    : fixtures.session.send(id, { named: await plans[id].named(fixtures), ...parts })

/** The plain request of each operation, which must be granted. */
export const plainly = recordOf(
  operationIds,
  (id): Scene<[], Granted> =>
    async (fixtures) =>
      granted(await fixtures.plain(id)),
)
