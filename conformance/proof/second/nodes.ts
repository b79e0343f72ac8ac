import { byId, type Call, found, isText, jsonBody } from './call.ts'
import { checked, filled, flag, integer, textOrNull } from './checks.ts'
import { type Fields, list } from './envelopes.ts'
import { Refusal } from './refusal.ts'
import { now } from './time.ts'
import { newestOf, viewNode, viewTag } from './views.ts'

/** Section 4.1. Fields that the body leaves out keep their values. */
export function updateNode(call: Call): Fields {
  const { world } = call.site
  const node = found(byId(world.nodes, call.parameter))
  const changes = checked(jsonBody(call), {
    name: filled,
    description: (value) => textOrNull(value) && String(value).length <= 50,
    location_id: (value) => integer(value) && byId(world.locations, value) !== undefined,
    fqdn: filled,
    scheme: filled,
    behind_proxy: flag,
    maintenance_mode: flag,
    memory: integer,
    memory_overallocate: integer,
    disk: integer,
    disk_overallocate: integer,
    upload_size: integer,
    daemon_sftp: integer,
    daemon_listen: integer,
  })
  Object.assign(node, changes, { updated_at: now() })
  return viewNode(call.site, node)
}

/** Section 4.2. The body is `{"selection": ["<id>", ...]}`, with ids as strings. */
export function syncTags(call: Call): Fields {
  const { site } = call
  const node = found(byId(site.world.nodes, call.parameter))
  const { selection } = jsonBody(call)
  if (!Array.isArray(selection)) throw new Refusal(400, 'Select the tags in a list named selection.')
  const tags = selection.map((id: unknown) => {
    const tag = isText(id) ? byId(site.world.tags, id) : undefined
    if (tag === undefined) throw new Refusal(400, `There is no tag ${JSON.stringify(id)}.`)
    return tag
  })
  node.tagIds = [...new Set(tags.map(({ id }) => id))]
  node.updated_at = now()
  return list(newestOf(site.world.tags, node.tagIds).map((tag) => viewTag(site, tag)))
}
