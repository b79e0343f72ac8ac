import { type OperationId, operationIds, operations } from '../contract/index.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Ask, type Reply, type Service, upload } from './service.ts'

/** The path and the body of a request. */
type Call = readonly [path: string, ask: Ask]

const person = { email: 'new@example.com', username: 'New.One', first_name: 'New', last_name: 'One' }

const serverOf = ({ world: { tables } }: Service) =>
  tables.servers.must(tables.servers.idsOf('user', seedUserIds.owner)[0] ?? 0)

const nodeOf = (service: Service) => service.world.tables.nodes.must(serverOf(service).node_id)

/**
 * One request for each operation that succeeds with the right token, writes if the operation writes, and has a body that
 * every choice at every gap takes.
 */
export const requests: Readonly<Record<OperationId, (service: Service, settings: GapSettings) => Call>> = {
  updateNode(service) {
    const {
      id,
      uuid,
      public: isPublic,
      tag_ids,
      created_at,
      updated_at,
      daemon_base,
      ...fields
    } = nodeOf(service)
    const json = { ...fields, name: 'renamed', description: 'changed', scheme: 'https' }
    return [`/api/application/nodes/${id}`, { json }]
  },
  syncNodeTags(service) {
    const { id, tag_ids } = nodeOf(service)
    return [`/api/admin/nodes/${id}/tags`, { json: { tags: tag_ids.map(String) } }]
  },
  importEgg: () => ['/api/admin/eggs/1/import', { body: upload(JSON.stringify(exampleEgg)) }],
  listServerMounts: (service) => [`/api/admin/servers/${serverOf(service).id}/mounts`, {}],
  updateServerStartup(service, settings) {
    const { uuid, egg_id } = serverOf(service)
    const own =
      settings.gap('startup.fields') === 'environment-skip_scripts'
        ? { environment: {}, skip_scripts: false }
        : { variables: {}, skip_install: false }
    const json = { startup: 'run {{SERVER_PORT}}', egg_id, docker_image: 'example/image:1', ...own }
    return [`/api/admin/servers/${uuid}/startup`, { json }]
  },
  createUser: () => ['/api/application/users', { json: person }],
  listServerBackups: (service) => [`/api/client/servers/${serverOf(service).uuid}/backups?per_page=3`, {}],
  listHostDatabases: () => ['/api/admin/database-hosts/1/databases', {}],
}

const tokenOf = { application: 'application', admin: 'root', client: 'user' } as const

/** The successful response of every operation. */
export async function askAllOperations(
  service: Service,
  settings = new GapSettings(),
): Promise<[OperationId, Reply][]> {
  const replies: [OperationId, Reply][] = []
  for (const id of operationIds) {
    const { method, family } = operations[id]
    const [path, ask] = requests[id](service, settings)
    replies.push([id, await service.ask(method, path, { token: service[tokenOf[family]], ...ask })])
  }
  return replies
}
