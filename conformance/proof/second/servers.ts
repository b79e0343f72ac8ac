import { byId, byUuid, type Call, checked, filled, flag, found, isObject, isText, Refusal } from './call.ts'
import { type Fields, list, newestOf, viewMount, viewServer } from './views.ts'
import { now, type Row } from './world.ts'

/** Section 4.4. A mount is eligible if its eggs and nodes include those of the server. */
export function listMounts(call: Call): Fields {
  const server = serverOf(call)
  const isFor = (ids: number[], id: number) => ids.length === 0 || ids.includes(id)
  const mounts = newestOf(call.site.world.mounts).filter(
    ({ eggIds, nodeIds }) => isFor(eggIds, server.egg) && isFor(nodeIds, server.node),
  )
  return list(mounts.map((mount) => viewMount(call.site, mount, server)))
}

/**
 * Section 4.5. `settings` is the environment by names of variables, and `bypass_installer` is true if the install
 * script is skipped. Fields that the body leaves out keep their values, even if the egg changes.
 */
export function updateStartup(call: Call): Fields {
  const { world } = call.site
  const server = serverOf(call)
  const { startup, egg_id, docker_image, settings, bypass_installer } = checked(call, {
    startup: filled,
    egg_id: Number.isSafeInteger,
    docker_image: filled,
    settings: (value) => isObject(value) && Object.values(value).every(isText),
    bypass_installer: flag,
  })
  const egg = byId(world.eggs, egg_id ?? server.egg)
  const node = found(byId(world.nodes, server.node))
  if (egg === undefined) throw new Refusal(400, 'There is no such egg.')
  if (egg.id !== server.egg && !accepts(node, egg))
    throw new Refusal(400, 'The node does not accept this egg.')
  server.egg = egg.id
  Object.assign(server.container, {
    ...(isText(startup) && { startup_command: startup }),
    ...(isText(docker_image) && { image: docker_image }),
    ...(flag(bypass_installer) && { skip_scripts: bypass_installer }),
  })
  for (const [name, value] of Object.entries(settings ?? {})) server.values.set(name, String(value))
  server.updated_at = now()
  return viewServer(call.site, server)
}

/** The server of a path, by id or by UUID. */
const serverOf = (call: Call): Row<'servers'> =>
  found(byId(call.site.world.servers, call.parameter) ?? byUuid(call))

/** Whether a node accepts an egg: it has no tags, or shares a tag with the egg. */
const accepts = (node: Row<'nodes'>, egg: Row<'eggs'>): boolean =>
  node.tagIds.length === 0 || node.tagIds.some((id) => egg.tagIds.includes(id))
