// A program written against types that `openapi-typescript` made of `nestbox openapi`:
// what the description says wrongly does not compile, or does not run.
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

interface Place {
  readonly url: string
  readonly tokens: { readonly application: string; readonly rootClient: string; readonly userClient: string }
  readonly server: string
  readonly node: number
  readonly egg: number
  readonly host: string
  /** An egg share file. */
  readonly file: string
}

/** Sends one request of each operation. */
export async function askAll({ url, tokens, server, node, egg, host, file }: Place) {
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

  // Typed all the way down: a name that is not in the description does not compile.
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

/** Nobody calls it: that it compiles says that wrong names do not. */
export function misspelt(): void {
  const client = createClient<paths>()
  // @ts-expect-error there is no such path
  client.GET('/api/application/people')
  // @ts-expect-error the field is called `email`
  client.POST('/api/application/users', { body: { mail: 'new@example.com' } })
}

type Server = components['schemas']['Server']

/** Relationships that were cut off (section 2.1.3) are told apart by `in`, without a cast. */
export function described({ attributes: { name, relationships } }: Server): string {
  const { egg, allocations } = relationships
  const game = egg && 'attributes' in egg ? egg.attributes.name : 'unknown'
  const ports: number[] = (allocations?.data ?? []).map((allocation) => allocation.attributes.port)
  return `${name}: ${game} at ${ports.join(', ')}`
}
