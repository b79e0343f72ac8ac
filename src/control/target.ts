import { cast } from '../fixtures/cast.ts'
import type { RequestState, Site } from '../site.ts'

/** The sandbox that a check uses, so that it never spoils anybody's world. */
const checkSandbox = '~check'

/**
 * The target file of this service: what a conformance kit needs to know to
 * judge it. Its base URL is a sandbox, unless the request came through one.
 */
export function target(site: Site, { world, sandbox, base }: RequestState): object {
  const { tables } = world
  const [server] = tables.servers.of('user', cast.owner)
  const node = server && tables.nodes.get(server.node_id)
  const egg = server && tables.eggs.get(server.egg_id)
  const otherEgg = tables.eggs
    .rows()
    .find(
      (other) =>
        other.id !== egg?.id &&
        (node?.tag_ids.length === 0 || other.tag_ids.some((id) => node?.tag_ids.includes(id))),
    )
  const [host] = tables.hosts.ids()
  const tags = node?.tag_ids ?? []
  const { application, rootClient, userClient } = site.named
  return {
    format: 1,
    baseUrl: sandbox === undefined ? `${base}/${checkSandbox}` : base,
    disposable: true,
    tokens: {
      application: application.token,
      rootClient: rootClient.token,
      userClient: userClient.token,
    },
    resources: {
      ...(node && { node: node.id, location: node.location_id }),
      ...(tags.length > 0 && { tags }),
      ...(egg && { egg: egg.id }),
      ...(otherEgg && { otherEgg: otherEgg.id }),
      ...(server && { server: { id: server.id, uuid: server.uuid } }),
      ...(host !== undefined && { databaseHost: String(host) }),
    },
    requests: { syncTags: syncTags(site), startup: startup(site) },
  }
}

/** Bodies whose field names the document leaves open, as this service takes them. */
const syncTags = ({ dial }: Site): object =>
  dial.gap('tags.body') === 'lenient' ? { tag_ids: '{{tagIds}}' } : { tags: '{{tagIdStrings}}' }

const startup = ({ dial }: Site): object =>
  dial.gap('startup.fields') === 'environment-skip_scripts'
    ? { environment: {}, skip_scripts: false }
    : { variables: {}, skip_install: false }
