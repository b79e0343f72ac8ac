import { operations } from '../contract/operations.ts'
import { ApiError } from '../http/errors.ts'
import { resourceOf } from '../resources/resource.ts'
import { isInstalled } from '../resources/server.ts'
import { depthOf, list, ordered, type View } from '../resources/view.ts'
import type { MountRow, ServerRow } from '../store/rows.ts'
import { endpoint } from './endpoint.ts'
import { checkUnpaged } from './pagination.ts'

/** Lists the mounts that are eligible for a server. Section 4.4. */
export const listServerMounts = endpoint(operations.listServerMounts, {
  handle({ view, url }, server: ServerRow) {
    checkUnpaged(url, view.gap)
    if (!isInstalled(server) && view.gap('server.unavailable') === 'conflict') {
      throw new ApiError('installing', `The server "${server.name}" is not installed yet.`)
    }
    const make = resourceOf('mount', 'top')
    const [about, depth] = [{ ...view, server }, depthOf(view)]
    return list(ordered(view, eligible(view, server)).map((mount) => make(about, mount, depth)))
  },
})

function eligible({ tables: { mounts }, gap }: View, server: ServerRow): readonly MountRow[] {
  const choice = gap('mounts.eligible')
  if (choice === 'all') return mounts.rows()
  if (choice === 'egg') return mounts.of('egg', server.egg_id)
  // The index by node is used, since a node has fewer mounts than an egg.
  return mounts.of('node', server.node_id).filter((mount) => mount.egg_ids.includes(server.egg_id))
}
