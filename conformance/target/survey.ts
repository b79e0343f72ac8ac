import { type CompanionId, companions, defined, recordOf } from '../../src/contract/index.ts'
import type { AskedId, Client, Exchange } from '../client/client.ts'
import { type TokenName, tokenNames } from '../client/credentials.ts'
import { pathOf } from '../client/request-path.ts'
import type { Attributes } from '../judge/parts.ts'
import { inShort, isObject, wasGranted, wasUnauthorized } from '../judge/reception.ts'
import type { Target } from './target.ts'

/** The resources for a target file, as far as responses of the server show them. */
export type Survey = Awaited<ReturnType<typeof survey>>

/**
 * Reads beyond the document that list resources, each with the tokens that it accepts; the first one that the target
 * has is sent.
 */
const lists: readonly (readonly [id: CompanionId, ...tokens: TokenName[]])[] = [
  ['listOwnServers', 'userClient'],
  ['listServers', 'application', 'rootClient'],
  ['listNodes', 'application', 'rootClient'],
  ['listUsers', 'application', 'rootClient'],
  ['listEggs', 'rootClient'],
  ['listTags', 'rootClient'],
  ['listDatabaseHosts', 'rootClient'],
]

/** Fields of a node that disconnect it from its daemon if they are wrong. */
const daemonFields = ['fqdn', 'scheme', 'behind_proxy', 'daemon_listen', 'daemon_sftp']

/** Finds the resources of a server with reads only: lists beyond the document, and resources nested in responses. */
export async function survey(client: Client, tokens: Target['tokens']) {
  const seen = new Map<string, Attributes>()
  const own: Attributes[] = []
  const sent: Exchange<AskedId>[] = []
  const read = async (operation: AskedId, path: string, token: TokenName): Promise<void> => {
    const exchange = await client.send({ operation, method: 'GET', path, credential: token, token })
    sent.push(exchange)
    if (!wasGranted(exchange)) return
    for (const [kind, attributes] of resourcesIn(exchange.reply?.json)) {
      const key = `${kind} ${attributes['id']}`
      seen.set(key, { ...seen.get(key), ...attributes })
      if (operation === 'listOwnServers') own.push(attributes)
    }
  }
  for (const [id, ...names] of lists) {
    const token = names.find((name) => tokens[name] !== undefined)
    if (token !== undefined) await read(id, companions[id].path, token)
  }
  const of = (kind: string): Attributes[] =>
    [...seen].filter(([key]) => key.startsWith(`${kind} `)).map(([, attributes]) => attributes)
  const server = chosen(of('server'), own, of('user'))
  if (server && tokens.rootClient !== undefined)
    await read('listServerMounts', pathOf('listServerMounts', Number(server['id'])), 'rootClient')
  const refused = sent.filter((exchange) => !wasGranted(exchange))
  return {
    ...picked(of, server),
    /** Requests that were refused, in words. */
    refused: refused.filter((exchange) => !isMissing(exchange)).map(inWords),
    /**
     * Refused requests that the server does not implement, such as `GET /api/client`: none of them is in the document.
     */
    missing: refused.filter(isMissing).map(({ ask }) => `GET ${ask.path}`),
    /** Tokens of which every request was refused with 401 or 403, with the first of these requests in words. */
    barred: tokenNames.flatMap((token) => {
      const all = sent.filter(({ ask }) => ask.token === token)
      return all[0] && all.every(wasUnauthorized) ? [[token, inWords(all[0])] as const] : []
    }),
  }
}

const isMissing = ({ ask, reply }: Exchange<AskedId>): boolean =>
  ask.operation in companions && [404, 405, 501].includes(reply?.status ?? 0)

const inWords = ({ ask, reply, failure }: Exchange<AskedId>): string =>
  `GET ${ask.path}: ${inShort(reply, failure)}`

/** Every resource of a response that has an id, including nested ones. */
function resourcesIn(body: unknown, depth = 0): (readonly [kind: string, attributes: Attributes])[] {
  if (typeof body !== 'object' || body === null || depth > 20) return []
  const inner = Object.values(body).flatMap((value) => resourcesIn(value, depth + 1))
  if (!isObject(body) || typeof body['object'] !== 'string' || !isObject(body['attributes'])) return inner
  // The client family has its own names for ids that only the panel uses.
  const id = body['attributes']['id'] ?? body['attributes']['internal_id']
  return Number.isInteger(id) ? [[body['object'], { ...body['attributes'], id }], ...inner] : inner
}

/** A server that the user owns, or else a server whose owner is not a root administrator. */
function chosen(
  servers: readonly Attributes[],
  own: readonly Attributes[],
  users: readonly Attributes[],
): Attributes | undefined {
  const isAdmin = (id: unknown) => users.some((user) => user['id'] === id && user['root_admin'] === true)
  const [mine] = own.filter((server) => server['server_owner'] !== false)
  const whole = servers.find((server) => mine && server['uuid'] === mine['uuid']) ?? mine
  return whole ?? servers.find((server) => server['user'] !== undefined && !isAdmin(server['user']))
}

function picked(of: (kind: string) => readonly Attributes[], server: Attributes | undefined) {
  const ids = (kind: string) => of(kind).map(({ id }) => Number(id))
  const other = (kind: string, id: unknown) =>
    id === undefined ? undefined : ids(kind).find((each) => each !== id)
  const node = ids('node').find((id) => id === server?.['node']) ?? (server ? undefined : ids('node')[0])
  const egg = ids('egg').find((id) => id === server?.['egg'])
  const shown = of('node').find(({ id }) => id === node) ?? {}
  const [host, otherHost] = ids('database_host').map(String)
  const otherServer = of('server').find(
    ({ user, uuid }) => server && user !== undefined && user !== server['user'] && uuid !== undefined,
  )
  const owner = of('user').find(({ id }) => id === server?.['user'])
  const named = (each: Attributes) => ({ id: Number(each['id']), uuid: String(each['uuid']) })
  const resources = {
    node,
    location: Number.isInteger(shown['location_id']) ? Number(shown['location_id']) : undefined,
    tags: ids('tag').length > 0 ? ids('tag').slice(0, 3) : undefined,
    egg,
    otherEgg: other('egg', egg),
    server: server && named(server),
    databaseHost: host,
    otherNode: other('node', node),
    otherServer: otherServer && named(otherServer),
    otherDatabaseHost: otherHost,
  }
  const name = owner ? ` (${String(owner['username'])})` : ''
  return {
    resources: defined(resources),
    /** Fields of the node that are needed to connect to its daemon, as far as responses show them. */
    daemon: defined(recordOf(daemonFields, (name) => shown[name])),
    /** The owner of the server, such as `user 7 (alice)`; undefined if no response shows the owner. */
    owner: server?.['user'] === undefined ? undefined : `user ${server['user']}${name}`,
  }
}
