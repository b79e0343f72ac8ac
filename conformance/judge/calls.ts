import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Credential } from '../client/credentials.ts'
import { pathOf, type Query } from '../client/request-path.ts'
import { kitEgg } from './kit-egg.ts'
import { Unjudged } from './outcome.ts'
import { isObject } from './reception.ts'
import type { Session } from './session.ts'

/** Which way a server is named in a path. */
export type ServerName = 'id' | 'uuid'

/** The eight operations as the kit asks them, with bodies read from section 4 by the kit itself. */
export class Calls {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Section 4.1 */
  updateNode(fields: object, credential?: Credential): Promise<Exchange> {
    this.#session.needWrites()
    const node = this.#session.resource('node')
    return this.#send('updateNode', node, credential, {
      json: { ...fields, ...this.#session.target.requests.updateNode },
    })
  }

  /** Section 4.2. What the field that selects the tags is called, the target says. */
  syncTags(ids: readonly number[], credential?: Credential): Promise<Exchange> {
    this.#session.needWrites()
    const template = this.#session.target.requests.syncTags
    if (!template)
      throw new Unjudged('the target has no `requests.syncTags`, and the document does not name the fields')
    return this.#send('syncNodeTags', this.#session.resource('node'), credential, {
      json: filled(template, ids),
    })
  }

  /** Section 4.3 */
  importEgg(file: string, credential?: Credential): Promise<Exchange> {
    this.#session.needWrites()
    return this.#send('importEgg', this.#session.resource('egg'), credential, { file })
  }

  /** Section 4.3, with the kit's own egg, which knows every variable that the target's startups name. */
  importMarked(mark: string, credential?: Credential): Promise<Exchange> {
    return this.importEgg(kitEgg(mark, variableNames(this.#session.target.requests.startup)), credential)
  }

  /** Section 4.4 */
  mounts(by: ServerName = 'id', credential?: Credential): Promise<Exchange> {
    return this.#send('listServerMounts', this.#session.resource('server')[by], credential)
  }

  /** Section 4.5 */
  startup(fields: object, by: ServerName = 'id', credential?: Credential): Promise<Exchange> {
    this.#session.needWrites()
    const server = this.#session.resource('server')[by]
    return this.#send('updateServerStartup', server, credential, {
      json: { ...fields, ...this.#session.target.requests.startup },
    })
  }

  /** Section 4.6 */
  createUser(fields: object, credential?: Credential): Promise<Exchange> {
    this.#session.needWrites()
    return this.#send('createUser', '', credential, {
      json: { ...this.#session.target.requests.createUser, ...fields },
    })
  }

  /** Section 4.7 */
  backups(query: Query = {}, credential?: Credential): Promise<Exchange> {
    return this.#send('listServerBackups', this.#session.resource('server').uuid, credential, { query })
  }

  /** Section 4.8 */
  databases(query: Query = {}, credential?: Credential): Promise<Exchange> {
    return this.#send('listHostDatabases', this.#session.resource('databaseHost'), credential, { query })
  }

  #send(
    id: OperationId,
    named: string | number,
    credential: Credential | undefined,
    { query = {}, ...body }: { query?: Query; json?: unknown; file?: string } = {},
  ): Promise<Exchange> {
    return this.#session.client.send({
      operation: id,
      method: operations[id].method,
      path: pathOf(id, named, query),
      credential: credential ?? this.credentialFor(id),
      ...body,
    })
  }

  /** The credential that an operation should accept: the family's own token first. */
  credentialFor(id: OperationId): Credential {
    const { family } = operations[id]
    if (family === 'application' && this.#session.has('application')) return 'application'
    if (family === 'client' && this.#session.has('userClient')) return 'userClient'
    return this.#session.need('rootClient')
  }
}

/** The names in whatever object a startup body has in it: the document does not say what the environment is called. */
const variableNames = (startup: object = {}): string[] =>
  Object.values(startup).flatMap((value) => (isObject(value) ? Object.keys(value) : []))

/** A body with the ids, or what else is to stand for tags, where its marks stand. */
export function filled(template: unknown, ids: readonly (number | string)[]): unknown {
  if (template === '{{tagIds}}') return ids
  if (template === '{{tagIdStrings}}') return ids.map(String)
  if (Array.isArray(template)) return template.map((item) => filled(item, ids))
  if (!isObject(template)) return template
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, ids)]))
}
