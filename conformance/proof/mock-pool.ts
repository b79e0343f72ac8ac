import { type NestboxOptions, startNestbox } from '../../src/index.ts'
import { isObject } from '../judge/reception.ts'
import { readTarget, type Target } from '../target/target.ts'

/** The mock, with a fresh sandbox for each run of the kit. */
export interface MockPool {
  /** A target in a sandbox of its own, as fresh as the mock's first minute. */
  fresh(): Target
  close(): Promise<void>
}

export async function startMockPool(options: NestboxOptions = {}): Promise<MockPool> {
  const nestbox = await startNestbox(options)
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  const target = readTarget(await response.json(), 'target.json')
  const resources = { ...(await otherResources(nestbox.url, target)), ...target.resources }
  let sandboxes = 0
  return {
    fresh() {
      sandboxes += 1
      return { ...target, resources, baseUrl: `${nestbox.url}/~proof-${sandboxes}` }
    },
    close: () => nestbox.close(),
  }
}

/** The optional promises of a target, found in the world: each opens checks of its own. */
async function otherResources(url: string, { resources }: Target): Promise<Partial<Target['resources']>> {
  const response = await fetch(`${url}/_nestbox/state`)
  const state: unknown = await response.json()
  const tables = isObject(state) && isObject(state['tables']) ? state['tables'] : {}
  const rows = (name: string) => (Array.isArray(tables[name]) ? tables[name].filter(isObject) : [])
  const own = rows('servers').find(({ id }) => id === resources.server?.id)
  const server = rows('servers').find(
    ({ user_id, node_id }) => user_id !== own?.['user_id'] && node_id !== resources.node,
  )
  const node = rows('nodes').find(({ id }) => id !== resources.node)
  const host = rows('hosts').find(({ id }) => String(id) !== String(resources.databaseHost))
  return {
    ...(server && { otherServer: { id: Number(server['id']), uuid: String(server['uuid']) } }),
    ...(node && { otherNode: Number(node['id']) }),
    ...(host && { otherDatabaseHost: String(host['id']) }),
  }
}
