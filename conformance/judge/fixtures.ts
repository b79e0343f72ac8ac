import { type CompanionId, companions, type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { written } from '../client/long-integers.ts'
import type { Query } from '../client/request-path.ts'
import { type Climb, climb } from './ladder.ts'
import { plans } from './operations/index.ts'
import { ignoreUnjudged, Prerequisite } from './outcome.ts'
import { type Attributes, attributesOf, dataOf } from './parts.ts'
import { isObject, wasGranted } from './reception.ts'
import { Seen } from './seen.ts'
import { type RequestParts, type Session, sentFields } from './session.ts'

/** A response that was granted, with what it says. */
export interface Granted {
  readonly exchange: Exchange
  /** Of a single resource. */
  readonly attributes: Attributes
  /** Of a list. */
  readonly data: readonly unknown[]
  readonly body: Attributes
  /** Fields of the JSON body that was sent. */
  readonly sent: Attributes
}

/** Id of the check that says why requests of an operation are not granted. */
export const answerCheckOf = (id: OperationId): string => `${operations[id].section}/answer`

/**
 * What a granted exchange says.
 * @param by the check that says why it was not granted
 * @throws Prerequisite where it was not
 */
export function granted(exchange: Exchange, by = answerCheckOf(exchange.ask.operation)): Granted {
  if (!wasGranted(exchange)) throw new Prerequisite(by, exchange)
  const body = exchange.reply?.json
  return {
    exchange,
    attributes: attributesOf(body),
    data: dataOf(exchange),
    body: isObject(body) ? body : {},
    sent: sentFields(exchange),
  }
}

/** Which way a server is named in a path. */
export type ServerName = 'id' | 'uuid'

/** What a run requests: each scene is played once, and many checks look at it. */
export class Fixtures {
  readonly session: Session
  readonly seen: Seen
  readonly granted = granted

  /** @param form whether nulls are accepted in fields whose meaning is optional */
  constructor(session: Session, form: 'loose' | 'strict' = 'loose') {
    this.session = session
    this.seen = new Seen(session, form)
  }

  /** The first request of an operation that the server grants, or what it said to the most telling one. */
  accepted(id: OperationId): Promise<Climb> {
    return this.session.once(`accepted ${id}`, async () =>
      climb(this.session, id, await plans[id].rungs(this)),
    )
  }

  /** The exchange of that request. */
  async plain(id: OperationId): Promise<Exchange> {
    return (await this.accepted(id)).exchange
  }

  /** The plain request of each operation that can be requested, those of some or of all. */
  async everything(ids?: readonly OperationId[]): Promise<void> {
    for (const id of Object.keys(plans) as OperationId[])
      if (ids === undefined || ids.includes(id)) await this.plain(id).catch(ignoreUnjudged)
  }

  /** A read beyond the document, where the kit may write; undefined where it is not granted. */
  companion(id: CompanionId, named: string | number): Promise<Attributes | undefined> {
    if (!this.session.mayWrite) return Promise.resolve(undefined)
    return this.session.once(`companion ${id} ${named}`, async () => {
      const { method, path } = companions[id]
      const token = this.session.tokenFor('updateNode')
      const exchange = await this.session.client.send({
        operation: id,
        method,
        path: path.replace(/\{\w+\}/, () => encodeURIComponent(written(String(named)))),
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

  /** The mounts of the server, requested anew: they nest its node, its egg and the server as these are now. */
  mountsNow(): Promise<Exchange> {
    return this.session.send('listServerMounts', { named: this.session.resource('server').id })
  }

  backups(query: Query = {}, again = 1): Promise<Exchange> {
    return this.list('listServerBackups', query, again)
  }

  databases(query: Query = {}, again = 1): Promise<Exchange> {
    return this.list('listHostDatabases', query, again)
  }

  list(id: 'listServerBackups' | 'listHostDatabases', query: Query = {}, again = 1): Promise<Exchange> {
    const isPlain = Object.keys(query).length === 0 && again === 1
    return this.session.once(`${id} ${JSON.stringify(query)} ${again}`, async () =>
      isPlain ? this.plain(id) : this.session.send(id, { named: await plans[id].named(this), query }),
    )
  }

  /** A request of an operation, of the plain one's kind unless told otherwise. */
  async like(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const { parts: plain } = await this.accepted(id)
    return this.session.send(id, { ...plain, ...parts })
  }
}
