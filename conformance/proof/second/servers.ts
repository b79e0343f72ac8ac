import { byId, type Call, found, isObject, isText, jsonBody } from './call.ts'
import { checked, filled, flag, integer } from './checks.ts'
import type { Egg, Mount, Node, Server } from './data.ts'
import { type Fields, list } from './envelopes.ts'
import { Refusal } from './refusal.ts'
import { now } from './time.ts'
import { newestOf, viewMount, viewServer } from './views.ts'

/** Section 4.4. A mount is eligible if its eggs and nodes include those of the server. */
export function listMounts(call: Call): Fields {
  const server = serverOf(call)
  const mounts = newestOf(call.site.world.mounts).filter((mount) => isEligible(mount, server))
  return list(mounts.map((mount) => viewMount(call.site, mount, server)))
}

/**
 * Section 4.5. `settings` is the environment by names of variables, and `bypass_installer` tells whether the install
 * script is skipped. Fields that the body leaves out keep their values, even if the egg changes.
 */
export function updateStartup(call: Call): Fields {
  const { world } = call.site
  const server = serverOf(call)
  const body = jsonBody(call)
  const changes = checked(body, {
    startup: filled,
    egg_id: integer,
    docker_image: filled,
    settings: (value) => isObject(value) && Object.values(value).every(isText),
    bypass_installer: flag,
  })
  const egg = byId(world.eggs, changes['egg_id'] ?? server.egg)
  const node = found(byId(world.nodes, server.node))
  if (egg === undefined) throw new Refusal(400, 'There is no such egg.')
  if (egg.id !== server.egg && !accepts(node, egg)) throw new Refusal(400, 'The node does not take this egg.')
  server.egg = egg.id
  server.startup = isText(changes['startup']) ? changes['startup'] : server.startup
  server.image = isText(changes['docker_image']) ? changes['docker_image'] : server.image
  server.skipScripts = (changes['bypass_installer'] ?? server.skipScripts) === true
  for (const [name, value] of Object.entries(changes['settings'] ?? {}))
    server.values.set(name, String(value))
  server.updated_at = now()
  return viewServer(call.site, server)
}

/** The server of a path, by id or by UUID. */
function serverOf({ site, parameter }: Call): Server {
  const { servers } = site.world
  return found(
    byId(servers, parameter) ?? servers.find(({ uuid }) => uuid.toLowerCase() === parameter.toLowerCase()),
  )
}

/** Whether a node accepts an egg: it has no tags, or shares a tag with the egg. */
function accepts(node: Node, egg: Egg): boolean {
  return node.tagIds.length === 0 || node.tagIds.some((id) => egg.tagIds.includes(id))
}

function isEligible({ eggIds, nodeIds }: Mount, server: Server): boolean {
  return (
    (eggIds.length === 0 || eggIds.includes(server.egg)) &&
    (nodeIds.length === 0 || nodeIds.includes(server.node))
  )
}
