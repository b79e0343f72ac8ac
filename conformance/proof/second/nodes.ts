import { byId, type Call, checked, filled, flag, found, isText, parseObject, Refusal } from './call.ts'
import { type Fields, list, newestOf, viewNode, viewTag } from './views.ts'
import { now } from './world.ts'

const integers = [
  ...['memory', 'memory_overallocate', 'disk', 'disk_overallocate', 'upload_size'],
  ...['daemon_sftp', 'daemon_listen'],
]

/** Section 4.1. Fields that the body leaves out keep their values. */
export function updateNode(call: Call): Fields {
  const { world } = call.site
  const node = found(byId(world.nodes, call.parameter))
  const changes = checked(call, {
    name: filled,
    description: (value) => value === null || (isText(value) && value.length <= 50),
    location_id: (value) => Number.isSafeInteger(value) && byId(world.locations, value) !== undefined,
    fqdn: filled,
    scheme: filled,
    behind_proxy: flag,
    maintenance_mode: flag,
    ...Object.fromEntries(integers.map((name) => [name, Number.isSafeInteger])),
  })
  Object.assign(node, changes, { updated_at: now() })
  return viewNode(call.site, node)
}

/** Section 4.2. The body is `{"selection": ["<id>", ...]}`, with ids as strings. */
export function syncTags({ site, parameter, body }: Call): Fields {
  const node = found(byId(site.world.nodes, parameter))
  const { selection } = parseObject(body)
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
