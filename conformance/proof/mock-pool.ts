import { type NestboxOptions, startNestbox } from '../../src/index.ts'
import { readTarget } from '../target/read-target.ts'
import type { Target } from '../target/target.ts'

/** A mock server, with a new sandbox for each run of the kit. */
export interface MockPool {
  /** A target for a new sandbox. */
  fresh(): Target
  close(): Promise<void>
}

export async function startMockPool(options: NestboxOptions = {}): Promise<MockPool> {
  const nestbox = await startNestbox(options)
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  const target = readTarget(await response.json(), 'target.json')
  const whole = await withOthers(nestbox.url, target)
  let sandboxes = 0
  return {
    fresh() {
      sandboxes += 1
      return { ...whole, baseUrl: `${nestbox.url}/~proof-${sandboxes}` }
    },
    close: () => nestbox.close(),
  }
}

interface Server {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly node_id: number
}

interface Tables {
  readonly servers: readonly Server[]
  readonly nodes: readonly { readonly id: number }[]
  readonly hosts: readonly { readonly id: number }[]
}

interface Holder {
  readonly token: string
  readonly kind: string
  readonly userId: number
  readonly rootAdministrator: boolean
}

/** A target with its optional entries, from the data of the mock server; each entry selects more checks. */
async function withOthers(url: string, target: Target): Promise<Target> {
  // The responses of the control API are not validated.
  const read = async <T>(path: string) => (await (await fetch(`${url}/_nestbox/${path}`)).json()) as T
  const { tables } = await read<{ tables: Tables }>('state')
  const { tokens } = await read<{ tokens: readonly Holder[] }>('tokens')
  const { resources } = target
  const own = tables.servers.find(({ id }) => id === resources.server?.id)
  const isOther = (each: Server): boolean => each.user_id !== own?.user_id && each.node_id !== resources.node
  // A token of a user who owns another server, and who is not a root administrator.
  const holder = tokens.find(
    ({ kind, userId, rootAdministrator }) =>
      kind === 'client' &&
      !rootAdministrator &&
      tables.servers.some((each) => each.user_id === userId && isOther(each)),
  )
  const server = tables.servers.find((each) => isOther(each) && (!holder || each.user_id === holder.userId))
  // That of the other server, because its updates show the node again.
  const node = tables.nodes.find(({ id }) => id === server?.node_id)
  const host = tables.hosts.find(({ id }) => String(id) !== String(resources.databaseHost))
  return {
    ...target,
    tokens: { ...target.tokens, ...(holder && server && { otherUserClient: holder.token }) },
    resources: {
      ...resources,
      ...(server && { otherServer: { id: server.id, uuid: server.uuid } }),
      ...(node && { otherNode: node.id }),
      ...(host && { otherDatabaseHost: String(host.id) }),
    },
  }
}
