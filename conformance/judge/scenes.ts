import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { Busy } from '../client/retry-budget.ts'
import { Calls, type ServerName } from './calls.ts'
import { prerequisite, Unjudged } from './outcome.ts'
import { type Attributes, attributesOf, dataOf } from './parts.ts'
import { isObject, wasGranted } from './reception.ts'
import { Seen } from './seen.ts'
import type { Session } from './session.ts'

/** An answer that was granted, with what it says. */
export interface Granted {
  readonly exchange: Exchange
  /** Of a single resource. */
  readonly attributes: Attributes
  /** Of a list. */
  readonly data: readonly unknown[]
  readonly body: Attributes
  /** What was sent as JSON. */
  readonly sent: Attributes
}

/**
 * The answer of an exchange.
 * @param by the check that says why it was not granted; that of the operation's answer unless told otherwise
 * @throws Prerequisite
 */
export function granted(
  exchange: Exchange,
  by = `${operations[exchange.ask.operation].section}/answer`,
): Granted {
  const { json } = exchange.ask
  if (!wasGranted(exchange)) throw prerequisite(by, exchange)
  // Granted answers are objects, with attributes or with data.
  const body = exchange.reply?.json as Attributes
  return {
    exchange,
    attributes: attributesOf(body),
    data: dataOf(exchange),
    body,
    sent: isObject(json) ? json : {},
  }
}

/** What happens on a server during a run: each scene is played once, and many checks look at it. */
export class Scenes {
  readonly session: Session
  readonly calls: Calls
  readonly seen: Seen

  /** @param form whether null and absence are let be where a field's meaning is optional */
  constructor(session: Session, form: 'loose' | 'strict' = 'loose') {
    this.session = session
    this.calls = new Calls(session)
    this.seen = new Seen(session, form)
  }

  /** One success of each operation, as plain as it can be. */
  plain(id: OperationId): Promise<Exchange> {
    const play: Record<OperationId, () => Promise<Exchange>> = {
      updateNode: async () => (await this.nodeUpdates())[0],
      syncNodeTags: async () => this.calls.syncTags(this.session.resource('tags').slice(0, 1)),
      importEgg: async () => (await this.imports()).files[0],
      listServerMounts: () => this.mounts('id'),
      updateServerStartup: async () => (await this.startups())[0],
      createUser: async () => (await this.users())[0],
      listServerBackups: () => this.backups(),
      listHostDatabases: () => this.databases(),
    }
    return this.session.once(`plain ${id}`, play[id])
  }

  /** One success of each operation, of those that can be asked; for checks that look at whatever was answered. */
  everything(): Promise<void> {
    return this.session.once('everything', async () => {
      for (const id of Object.keys(operations) as OperationId[]) await this.plain(id).catch(ignoreUnjudged)
    })
  }

  /** What is known of the node: nothing reads one, so a name alone is sent and the answer remembered. */
  node(): Promise<Attributes | undefined> {
    return this.session.once('node', async () => {
      const exchange = await this.calls.updateNode({ name: 'Nestbox check' })
      return wasGranted(exchange) ? granted(exchange).attributes : undefined
    })
  }

  /** The node with all fourteen fields sent twice, different each time, and out of maintenance at the end. */
  nodeUpdates(): Promise<readonly [Exchange, Exchange]> {
    return this.session.once('node updates', async () => {
      const first = await this.calls.updateNode(await this.nodeBody(1))
      const second = await this.calls.updateNode(await this.nodeBody(2))
      return [first, second] as const
    })
  }

  /** An answer of another operation, from after the node was updated, that may show the node. */
  afterNodeUpdates(): Promise<Exchange> {
    return this.session.once('after node updates', async () => {
      await this.nodeUpdates()
      return this.calls.startup(this.startupBody('after the node'))
    })
  }

  /** A body with all documented fields; what is not known of the node has to be made up. */
  async nodeBody(round: number): Promise<Attributes> {
    const known = await this.node()
    const size = (field: string, otherwise: number): number => {
      const value = known?.[field]
      return (typeof value === 'number' && Number.isInteger(value) ? value : otherwise) + round
    }
    // Only the first round moves ports and scheme, so that the node ends where it was. Any host can
    // do without TLS, but not any can have it; a host made up here could be cut off, so it stays.
    const port = (field: string, otherwise: number): number => {
      const value = known?.[field]
      const own = typeof value === 'number' && value > 0 && value < 65_535 ? value : otherwise
      return round % 2 === 1 ? own + 1 : own
    }
    const text = (field: string, otherwise: string): unknown => known?.[field] ?? otherwise
    return {
      name: `Nestbox check ${round}`,
      description: `Conformance run, round ${round}`,
      location_id: known?.['location_id'] ?? this.session.resource('location'),
      fqdn: text('fqdn', 'node.example.com'),
      scheme: round % 2 === 1 && known?.['scheme'] === 'https' ? 'http' : text('scheme', 'https'),
      behind_proxy: round % 2 === 1,
      maintenance_mode: round % 2 === 1,
      memory: size('memory', 4096),
      memory_overallocate: size('memory_overallocate', 0),
      disk: size('disk', 10_240),
      disk_overallocate: size('disk_overallocate', 0),
      upload_size: size('upload_size', 100),
      daemon_sftp: port('daemon_sftp', 2022),
      daemon_listen: port('daemon_listen', 8080),
    }
  }

  /** The tags of the node: one, then all but that one, then all, then none. */
  tagSyncs(): Promise<readonly { readonly wanted: readonly number[]; readonly exchange: Exchange }[]> {
    return this.session.once('tag syncs', async () => {
      const tags = this.session.resource('tags')
      const played: { wanted: readonly number[]; exchange: Exchange }[] = []
      for (const wanted of [tags.slice(0, 1), tags.slice(1), tags, []]) {
        played.push({ wanted, exchange: await this.calls.syncTags(wanted) })
      }
      return played
    })
  }

  /** Another egg on a node without tags; then the server gets its egg back. */
  foreignEgg(): Promise<Exchange> {
    return this.session.once('foreign egg', async () => {
      await this.tagSyncs()
      const exchange = await this.calls.startup(
        this.startupBody('other egg', this.session.resource('otherEgg')),
      )
      await this.calls.startup(this.startupBody('back'))
      return exchange
    })
  }

  /** A startup, then the same egg from two files: the first answer may show what the startup wrote. */
  imports(): Promise<{ readonly startup: Exchange; readonly files: readonly [Exchange, Exchange] }> {
    return this.session.once('imports', async () => {
      const startup = await this.calls.startup(this.startupBody('before the import'))
      const first = await this.calls.importMarked('Nestbox check 1')
      return { startup, files: [first, await this.calls.importMarked('Nestbox check 2')] as const }
    })
  }

  /** The startup by id, then by UUID, different each time. */
  startups(): Promise<readonly [Exchange, Exchange]> {
    return this.session.once('startups', async () => {
      const first = await this.calls.startup(this.startupBody('1'), 'id')
      return [first, await this.calls.startup(this.startupBody('2'), 'uuid')] as const
    })
  }

  startupBody(mark: string, egg_id: number = this.session.resource('egg')): Attributes {
    return {
      startup: `./run --check "${mark}"`,
      egg_id,
      docker_image: `example/conformance:${mark.replaceAll(' ', '-')}`,
    }
  }

  /** Two people who were not there before. */
  users(): Promise<readonly [Exchange, Exchange]> {
    return this.session.once('users', async () => {
      const first = await this.calls.createUser(this.person())
      return [first, await this.calls.createUser(this.person())] as const
    })
  }

  /** Somebody whose address and name no run has used before. */
  person(): Attributes {
    const unique = `nb${Date.now().toString(36)}${process.pid.toString(36)}${this.session.next().toString(36)}`
    return { email: `${unique}@example.com`, username: unique, first_name: 'Nestbox', last_name: 'Check' }
  }

  mounts(by: ServerName, again = 1): Promise<Exchange> {
    return this.session.once(`mounts ${by} ${again}`, () => this.calls.mounts(by))
  }

  backups(query: Query = {}, again = 1): Promise<Exchange> {
    return this.session.once(`backups ${JSON.stringify(query)} ${again}`, async () => {
      // A node in maintenance may shut the backups of its servers, so the updates have to be over.
      if (this.session.mayWrite) await this.nodeUpdates().catch(ignoreUnlessBusy)
      return this.calls.backups(query)
    })
  }

  databases(query: Query = {}, again = 1): Promise<Exchange> {
    return this.session.once(`databases ${JSON.stringify(query)} ${again}`, () => this.calls.databases(query))
  }
}

/** Lets pass that something cannot be judged, where that is not the question. */
function ignoreUnjudged(error: unknown): undefined {
  if (!(error instanceof Unjudged)) throw error
  return undefined
}

/** The same where what rests on it would be judged wrongly if the server was only too busy to answer. */
export function ignoreUnlessBusy(error: unknown): undefined {
  if (error instanceof Busy) throw error
  return ignoreUnjudged(error)
}
