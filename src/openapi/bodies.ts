import { without } from '../contract/objects.ts'
import type { SendingId } from '../contract/operations.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { free } from '../fixtures/free.ts'
import { valuesOf } from '../resources/server.ts'
import type { Tables } from '../store/tables.ts'
import type { ExampleRows } from './example-rows.ts'
import type { Json } from './plain-schema.ts'

type Examples = (rows: ExampleRows) => readonly Json[]

const users: Examples = ({ tables }) =>
  ['jo', 'josephine'].map((name) => ({ ...person(tables, name), first_name: 'Jo', last_name: 'March' }))

/** Values for body fields by operation, best first; the later ones are for worlds that refuse the earlier ones. */
const values: Readonly<Record<SendingId, Examples> & Record<string, Examples>> = {
  updateNode: ({ node }) => {
    const changed = { ...node, description: 'Moved to the new rack' }
    const usual = { name: 'Rack 12', daemon_base: '/srv/volumes' }
    return [changed, { ...changed, ...usual, scheme: 'https', memory: 65_536, disk: 1_000_000 }]
  },
  syncNodeTags: ({ node, tables }) => {
    const ids = node && node.tag_ids.length > 0 ? node.tag_ids : tables.tags.ids().slice(0, 2)
    return [{ tags: ids.map(String) }]
  },
  importEgg: () => [{ import_file: JSON.stringify(exampleEgg) }],
  updateServerStartup: (rows) => {
    const { server } = rows
    const own = { startup: server?.startup, egg_id: server?.egg_id, docker_image: server?.image }
    const filled = environment(rows)
    return [
      { ...own, environment: filled, variables: filled, skip_scripts: false, skip_install: false },
      { ...own, environment: {}, variables: {}, skip_scripts: false, skip_install: false },
    ]
  },
  createUser: users,

  createBackup: () => [{ name: 'Before the update', ignored: 'logs/\n*.log' }],
  restoreBackup: () => [{ truncate: true }],
  createServerDatabase: () => ['website', 'website-2'].map((database) => ({ database, remote: '%' })),
  sendPowerSignal: () => [{ signal: 'restart' }],
  updateUser: users,
}

/**
 * Bodies to try, best first. They have only the fields of the operation's schema, in its order,
 * so that the names of gap-dependent fields come from the operation.
 */
export function bodiesFor(operation: string, rows: ExampleRows, fields: Json): readonly Json[] {
  const known = values[operation]?.(rows) ?? []
  return known.map((all) =>
    Object.fromEntries(
      Object.keys(fields).flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
    ),
  )
}

function environment({ server, tables }: ExampleRows): Json {
  if (!server) return {}
  // Request bodies with the key `__proto__` are refused.
  return without(valuesOf(server, tables.variables.of('egg', server.egg_id)), '__proto__')
}

/** A user name and an e-mail address that no user has. */
function person({ users }: Tables, name: string) {
  const emailOf = (username: string) => `${username}@example.com`
  const username = free(name, (each) => users.find('username', each) ?? users.find('email', emailOf(each)))
  return { email: emailOf(username), username }
}
