import {
  type AnyKind,
  type CompanionId,
  companions,
  type OperationId,
  operations,
  type PagedId,
} from '../../src/contract/index.ts'
import type { RuleContext } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { type Query, segmentOf } from '../client/request-path.ts'
import { type Climb, climb, mayBeTheBody } from './ladder.ts'
import { plans } from './operations/index.ts'
import { ignoreUnjudged, prerequisite, Unjudged } from './outcome.ts'
import { type Attributes, attributesOf, dataOf } from './parts.ts'
import { isObject, wasGranted } from './reception.ts'
import { Seen } from './seen.ts'
import { type RequestParts, type Session, sentFields } from './session.ts'
import { walk } from './walk.ts'

/** A granted response with its parts. */
export interface Granted {
  readonly exchange: Exchange
  /** The attributes of a single resource; empty for a list. */
  readonly attributes: Attributes
  /** The items of a list; empty for a single resource. */
  readonly data: readonly unknown[]
  readonly body: Attributes
  /** The fields of the JSON body of the request. */
  readonly sent: Attributes
}

/** The id of the check that reports why requests of an operation are refused. */
export const answerCheckOf = (id: OperationId): string => `${operations[id].section}/answer`

/**
 * The parts of a granted exchange.
 * @param by the check that reports why the request was refused
 * @throws Unjudged if the request was refused
 */
export function granted(exchange: Exchange, by = answerCheckOf(exchange.ask.operation)): Granted {
  if (!wasGranted(exchange)) throw new Unjudged(prerequisite(by, exchange))
  return partsOf(exchange)
}

/** The parts of an exchange that was granted. */
export function partsOf(exchange: Exchange): Granted {
  const body = exchange.reply?.json
  return {
    exchange,
    attributes: attributesOf(body),
    data: dataOf(exchange),
    body: isObject(body) ? body : {},
    sent: sentFields(exchange),
  }
}

/** The two ways to name a server in a path. */
export type ServerName = 'id' | 'uuid'

/** The requests of a run: each fixture is sent once, and used by many checks. */
export class Fixtures {
  readonly session: Session
  readonly seen: Seen
  readonly context: RuleContext
  readonly granted = granted
  /** What is put back in addition, by requests of their own. */
  readonly putBacks: (() => Promise<void>)[] = []

  /** @param form `loose` accepts null in fields with an optional meaning */
  constructor(session: Session, form: 'loose' | 'strict' = 'loose') {
    this.session = session
    this.seen = new Seen(session)
    this.context = { target: session.target, form }
  }

  /** The first request of an operation that the server grants; if it grants none, the most specific one. */
  accepted(id: OperationId): Promise<Climb> {
    return this.session.once(`accepted ${id}`, async () => {
      const { rungs, unblock } = plans[id]
      const first = await climb(this.session, id, await rungs(this))
      const isBlocked =
        !first.isGranted && mayBeTheBody(first.exchange) && first.exchange.reply?.status !== 404
      const again = isBlocked && (await unblock?.(this).catch(ignoreUnjudged))
      return again ? climb(this.session, id, await rungs(this)) : first
    })
  }

  /** The plain request of an operation: the exchange of `accepted`. */
  async plain(id: OperationId): Promise<Exchange> {
    return (await this.accepted(id)).exchange
  }

  /** Sends the plain requests of operations, of all if `ids` is undefined, as far as the target allows them. */
  async everything(ids?: readonly OperationId[]): Promise<void> {
    for (const id of Object.keys(plans) as OperationId[])
      if (ids === undefined || ids.includes(id)) await this.plain(id).catch(ignoreUnjudged)
  }

  /** A read beyond the document, sent only where the kit may write; undefined if the read is refused. */
  companion(id: CompanionId, named: string | number): Promise<Attributes | undefined> {
    if (!this.session.mayWrite) return Promise.resolve(undefined)
    return this.session.once(`companion ${id} ${named}`, async () => {
      const { method, path } = companions[id]
      const token = this.session.tokenFor('updateNode')
      const exchange = await this.session.client.send({
        operation: id,
        method,
        path: path.replace(/\{\w+\}/, () => segmentOf(named)),
        credential: token,
        token,
      })
      return wasGranted(exchange) ? attributesOf(exchange.reply?.json) : undefined
    })
  }

  mounts(by: ServerName = 'id', again = 1): Promise<Exchange> {
    return this.session.once(`mounts ${by} ${again}`, () =>
      by === 'id' && again === 1
        ? this.plain('listServerMounts')
        : this.session.send('listServerMounts', { named: this.session.resource('server')[by] }),
    )
  }

  /** The mounts of the server, always requested again: they nest the current node, egg and server. */
  mountsNow(): Promise<Exchange> {
    return this.session.send('listServerMounts', { named: this.session.resource('server').id })
  }

  /**
   * Requests what shows the current node, egg and server: the mounts nest them, or else the response of a startup update
   * does. Nothing is requested if the target has no server.
   */
  async look(kind: AnyKind): Promise<void> {
    const { node, egg, server } = this.session.target.resources
    const id = Object.entries({ node, egg, server: server?.id }).find(([name]) => name === kind)?.[1]
    if (!server || id === undefined) return
    const mounts = await this.mountsNow()
    if (walk(mounts).found.some((found) => found.kind === kind && found.attributes['id'] === id)) return
    const startup = await this.accepted('updateServerStartup').catch(ignoreUnjudged)
    if (startup?.isGranted) await this.session.send('updateServerStartup', startup.parts)
  }

  /** Sends a write; if it is granted, requests what shows the current resource. */
  async write(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const exchange = await this.session.send(id, parts)
    if (wasGranted(exchange)) await this.look(operations[id].answer.kind)
    return exchange
  }

  backups(query: Query = {}, again = 1): Promise<Exchange> {
    return this.list('listServerBackups', query, again)
  }

  databases(query: Query = {}, again = 1): Promise<Exchange> {
    return this.list('listHostDatabases', query, again)
  }

  list(id: PagedId, query: Query = {}, again = 1): Promise<Exchange> {
    const isPlain = Object.keys(query).length === 0 && again === 1
    return this.session.once(`${id} ${JSON.stringify(query)} ${again}`, async () =>
      isPlain ? this.plain(id) : this.session.send(id, { named: await plans[id].named(this), query }),
    )
  }

  /** A request like the plain one, with other parts. */
  async like(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const { parts: plain } = await this.accepted(id)
    return this.session.send(id, { ...plain, ...parts })
  }
}
