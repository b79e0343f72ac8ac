// Calls every operation with a typed client. Before you compile it, generate its types from the OpenAPI document:
// nestbox openapi > openapi.json && npx openapi-typescript openapi.json --output api.ts
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

interface Options {
  /** Base URL of the API. */
  readonly url: string
  readonly tokens: { readonly application: string; readonly rootClient: string; readonly userClient: string }
  /** UUID of a server. */
  readonly server: string
  /** Id of a node. */
  readonly node: number
  /** Id of an egg. */
  readonly egg: number
  /** Id of a database host. */
  readonly host: string
  /** Content of an egg share file. */
  readonly file: string
}

/** Sends one request of each operation, and one that the server refuses; returns one field of each response. */
export async function callAllOperations({ url, tokens, server, node, egg, host, file }: Options) {
  const as = (token: string) =>
    createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } })
  const application = as(tokens.application)
  const root = as(tokens.rootClient)
  const user = as(tokens.userClient)

  const updated = await application.PATCH('/api/application/nodes/{node}', {
    params: { path: { node } },
    body: { name: 'renamed', memory: 65536 },
  })
  const synced = await root.PUT('/api/admin/nodes/{node_id}/tags', {
    params: { path: { node_id: node } },
    body: { tags: [] },
  })
  const imported = await root.POST('/api/admin/eggs/{egg_id}/import', {
    params: { path: { egg_id: egg } },
    body: { import_file: file },
    bodySerializer: ({ import_file }) => {
      const form = new FormData()
      form.append('import_file', new Blob([import_file]), 'egg.json')
      return form
    },
  })
  const mounts = await root.GET('/api/admin/servers/{server_admin_identifier}/mounts', {
    params: { path: { server_admin_identifier: server } },
  })
  const started = await root.PUT('/api/admin/servers/{server_admin_identifier}/startup', {
    params: { path: { server_admin_identifier: server } },
    body: { startup: 'run {{SERVER_PORT}}', environment: {}, skip_scripts: true },
  })
  const created = await application.POST('/api/application/users', {
    body: { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' },
  })
  const backups = await user.GET('/api/client/servers/{server_uuid}/backups', {
    params: { path: { server_uuid: server }, query: { per_page: 2 } },
  })
  const databases = await root.GET('/api/admin/database-hosts/{databaseHost_id}/databases', {
    params: { path: { databaseHost_id: host } },
  })
  const refused = await application.POST('/api/application/users', {
    body: { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' },
  })

  // The types contain every field of a response, nested ones included.
  const name: string | undefined = updated.data?.attributes.name
  const tags: string[] | undefined = synced.data?.data.map((tag) => tag.attributes.slug)
  const images: Record<string, string> | undefined = imported.data?.attributes.docker_images
  const mounted: boolean[] | undefined = mounts.data?.data.map((mount) => mount.attributes.mounted)
  const command: string | undefined = started.data?.attributes.container.startup_command
  const resource: string | undefined = created.data?.meta.resource
  const perPage: number | undefined = backups.data?.meta.pagination.per_page
  const count: number | undefined = backups.data?.meta.backup_count
  const servers: string[] | undefined = databases.data?.data.map(
    (database) => database.attributes.server.name,
  )
  const rule: string | undefined = refused.error?.errors[0]?.meta?.rule

  return { name, tags, images, mounted, command, resource, perPage, count, servers, rule }
}

/** Paths and fields that are not in the OpenAPI document do not compile. */
export function misspelt(): void {
  const client = createClient<paths>()
  // @ts-expect-error no operation has this path
  client.GET('/api/application/people')
  // @ts-expect-error the field is called `email`
  client.POST('/api/application/users', { body: { mail: 'new@example.com' } })
}

type Server = components['schemas']['Server']

/** Section 2.1 item 3: a relationship may be truncated. The operator `in` narrows its type, without a cast. */
export function summaryOf({ attributes: { name, relationships } }: Server): string {
  const { egg, allocations } = relationships
  const game = egg && 'attributes' in egg ? egg.attributes.name : 'unknown'
  const ports: number[] = (allocations?.data ?? []).map((allocation) => allocation.attributes.port)
  return `${name}: ${game} at ${ports.join(', ')}`
}
