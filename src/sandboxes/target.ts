import type { DeviationId } from '../contract/deviations.ts'
import { recordOf } from '../contract/objects.ts'
import { seedUserIds, type TokenName, tokenNames } from '../fixtures/names.ts'
import { accepts } from '../store/rows.ts'
import type { Tokens } from '../store/tokens.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'

/** Name of the sandbox that a check of the main world uses, so that it changes nothing there. */
const checkSandbox = 'check'

/** A target file of the conformance kit: the address of a server, its tokens, and resources that the kit can use. */
export interface Target {
  readonly format: 1
  readonly baseUrl: string
  readonly disposable: true
  readonly tokens: Readonly<Record<TokenName, string>> & { readonly otherUserClient?: string }
  /** Ids of related resources; an id is left out if the world has no such resource. */
  readonly resources: {
    readonly node?: number
    readonly location?: number
    readonly tags?: readonly number[]
    readonly egg?: number
    readonly otherEgg?: number
    readonly server?: { readonly id: number; readonly uuid: string }
    readonly databaseHost?: string
    readonly otherNode?: number
    /** A server of another user, whose token is `otherUserClient`. */
    readonly otherServer?: { readonly id: number; readonly uuid: string }
    readonly otherDatabaseHost?: string
  }
  readonly requests: Readonly<Record<'syncTags' | 'startup', object>>
  /** Ids of the deviations from the document; left out if none are set. */
  readonly deviations?: readonly DeviationId[]
}

/**
 * The target file of a workspace. The target file of the main world is for the sandbox of checks, which may lack
 * resources of the main world; if the sandbox does not exist, the file shows the state in which it will be created.
 */
export function target({ workspaces, options }: ServerContext, workspace: Workspace, base: string): Target {
  const { deviations } = options
  if (workspace.name !== undefined) return targetOf(workspace, base, deviations)
  const sandbox = workspaces.peek(checkSandbox)
  return targetOf(sandbox, `${base}/~${checkSandbox}`, deviations)
}

function targetOf(workspace: Workspace, base: string, deviations: readonly DeviationId[]): Target {
  const { tables } = workspace.world
  const server = tables.servers.find('user', seedUserIds.owner)
  const node = server && tables.nodes.get(server.node_id)
  const egg = server && tables.eggs.get(server.egg_id)
  const otherEgg = tables.eggs.rows().find((other) => other.id !== egg?.id && node && accepts(node, other))
  const [host, otherHost] = tables.hosts.ids()
  const otherNode = tables.nodes.rows().find(({ id }) => node !== undefined && id !== node.id)
  const otherServer = tables.servers.find('user', seedUserIds.neighbour)
  const otherToken = workspace.tokens.named('neighbour')?.token
  const tags = node?.tag_ids ?? []
  return {
    format: 1,
    baseUrl: base,
    disposable: true,
    tokens: {
      ...textsOf(workspace.tokens),
      ...(otherToken !== undefined && { otherUserClient: otherToken }),
    },
    resources: {
      ...(node && { node: node.id, location: node.location_id }),
      ...(tags.length > 0 && { tags: [...tags] }),
      ...(egg && { egg: egg.id }),
      ...(otherEgg && { otherEgg: otherEgg.id }),
      ...(server && { server: { id: server.id, uuid: server.uuid } }),
      ...(host !== undefined && { databaseHost: String(host) }),
      ...(otherNode && { otherNode: otherNode.id }),
      ...(otherServer && { otherServer: { id: otherServer.id, uuid: otherServer.uuid } }),
      ...(otherHost !== undefined && { otherDatabaseHost: String(otherHost) }),
    },
    requests: { syncTags: syncTags(workspace), startup: startup(workspace) },
    ...(deviations.length > 0 && { deviations }),
  }
}

/** Request bodies with the field names that the gap settings accept; the document does not give the names. */
const syncTags = ({ gapSettings }: Workspace): object =>
  gapSettings.gap('tags.body') === 'lenient' ? { tag_ids: '{{tagIds}}' } : { tags: '{{tagIdStrings}}' }

const startup = ({ gapSettings }: Workspace): object =>
  gapSettings.gap('startup.fields') === 'environment-skip_scripts'
    ? { environment: {}, skip_scripts: false }
    : { variables: {}, skip_install: false }

/** The texts of the three tokens that every world has; they are never removed. */
export const textsOf = (tokens: Tokens): Record<TokenName, string> =>
  recordOf(tokenNames, (name) => tokens.named(name)?.token ?? '')
