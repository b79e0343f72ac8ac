import { type NestboxOptions, startNestbox } from '../../src/index.ts'
import { readTarget } from '../target/read-target.ts'
import type { Target } from '../target/target.ts'

export type MockPool = Awaited<ReturnType<typeof startMockPool>>

/** Starts a mock server, with a new sandbox for each run of the kit. */
export async function startMockPool(options: NestboxOptions = {}) {
  const nestbox = await startNestbox(options)
  const { resources, ...target } = readTarget(nestbox.target, 'the target of the mock')
  const { otherServer } = resources
  // The other node is that of the other server, because updates of that server show the node again.
  const otherNode = otherServer && nestbox.world.tables.servers.get(otherServer.id)?.node_id
  let sandboxes = 0
  return {
    /** A target for a new sandbox. */
    fresh(): Target {
      sandboxes += 1
      const baseUrl = `${nestbox.url}/~proof-${sandboxes}`
      return { ...target, baseUrl, resources: { ...resources, ...(otherNode && { otherNode }) } }
    },
    close: () => nestbox.close(),
  }
}
