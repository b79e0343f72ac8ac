import type { OperationId } from '../contract/index.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { seedUserIds } from '../fixtures/names.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { type Reply, type Service, upload } from './service.ts'

/** One success of every operation, with bodies that every choice at every gap takes. */
export async function askAllOperations(
  service: Service,
  gapSettings: GapSettings,
): Promise<[OperationId, Reply][]> {
  const { ask, application, root, user, world } = service
  const { tables } = world
  const server = tables.servers.must(tables.servers.idsOf('user', seedUserIds.owner)[0] ?? 0)
  const node = tables.nodes.must(server.node_id)
  const { id, uuid, public: isPublic, tag_ids, created_at, updated_at, daemon_base, ...fields } = node
  const startup = {
    startup: 'run {{SERVER_PORT}}',
    egg_id: server.egg_id,
    docker_image: 'example/image:1',
    ...(gapSettings.gap('startup.fields') === 'environment-skip_scripts'
      ? { environment: {}, skip_scripts: false }
      : { variables: {}, skip_install: false }),
  }
  const renamed = { ...fields, name: 'renamed', description: 'changed', scheme: 'https' }
  const person = { email: 'new@example.com', username: 'New.One', first_name: 'New', last_name: 'One' }
  const admin = { token: root }
  return [
    ['updateNode', await ask('PATCH', `/api/application/nodes/${id}`, { token: application, json: renamed })],
    [
      'syncNodeTags',
      await ask('PUT', `/api/admin/nodes/${id}/tags`, { ...admin, json: { tags: tag_ids.map(String) } }),
    ],
    [
      'importEgg',
      await ask('POST', '/api/admin/eggs/1/import', { ...admin, body: upload(JSON.stringify(exampleEgg)) }),
    ],
    ['listServerMounts', await ask('GET', `/api/admin/servers/${server.id}/mounts`, admin)],
    [
      'updateServerStartup',
      await ask('PUT', `/api/admin/servers/${server.uuid}/startup`, { ...admin, json: startup }),
    ],
    ['createUser', await ask('POST', '/api/application/users', { token: application, json: person })],
    [
      'listServerBackups',
      await ask('GET', `/api/client/servers/${server.uuid}/backups?per_page=3`, { token: user }),
    ],
    ['listHostDatabases', await ask('GET', '/api/admin/database-hosts/1/databases', admin)],
  ]
}
