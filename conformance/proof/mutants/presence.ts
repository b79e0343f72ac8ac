import { type Kind, sectionOf } from '../../../src/contract/index.ts'
import { appearancesOf } from '../appearances.ts'
import { everyResource, remove, replace, resources } from '../changes.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt } from '../places.ts'

/** Fields of section 2 whose meaning is not optional; written by hand from the document. */
const required: Readonly<Record<Kind, string>> = {
  node: `id uuid public name location_id fqdn scheme behind_proxy maintenance_mode memory
    memory_overallocate disk disk_overallocate upload_size daemon_listen daemon_sftp daemon_base
    created_at updated_at`,
  location: 'id short long nodes_count servers_count created_at updated_at',
  tag: 'id name slug is_predefined eggs_count nodes_count created_at updated_at',
  egg: `id uuid author name docker_image docker_images force_outgoing_ip config config.files script
    script.privileged script.entry script.container created_at updated_at`,
  egg_variable: 'id egg_id name env_variable user_viewable user_editable rules created_at updated_at',
  server_variable: `id egg_id name env_variable user_viewable user_editable rules created_at updated_at
    required`,
  server: `id uuid identifier name suspended limits limits.memory limits.swap limits.disk limits.io
    limits.cpu limits.oom_disabled feature_limits user node allocation egg container
    container.startup_command container.image container.skip_scripts container.installed
    container.environment created_at updated_at`,
  allocation: 'id ip port assigned',
  user: `id uuid username email first_name last_name language root_admin 2fa created_at updated_at`,
  mount: `id uuid name source target read_only user_mountable eggs_count nodes_count servers_count
    mounted`,
  backup: 'uuid is_successful is_locked name ignored_files bytes created_at',
  database: 'server server.id server.name name username connections_from',
}

/** Fields in which null is only observed, but whose absence is a failure. */
export const nullable: Readonly<Partial<Record<Kind, string>>> = {
  node: 'description',
  tag: 'color legacy_nest_id',
  egg: `description features startup config.startup config.logs config.stop config.file_denylist
    config.extends script.install script.extends`,
  egg_variable: 'description sort_order default_value',
  server_variable: 'description sort_order default_value server_value',
  server: `description external_id status limits.threads feature_limits.databases
    feature_limits.allocations feature_limits.backups`,
  allocation: 'alias notes server_id server_name',
  user: 'external_id',
  mount: 'description',
  backup: 'checksum completed_at',
  database: 'max_connections',
}

const words = (text = ''): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

const ways = (Object.keys(required) as Kind[]).flatMap((kind) => [
  ...[...words(required[kind]), ...words(nullable[kind])].map((path) => ({
    kind,
    path,
    way: 'absent' as const,
  })),
  ...words(required[kind]).map((path) => ({ kind, path, way: 'null' as const })),
])

/** Every field absent, and null in each field whose meaning is not optional. */
export const presence: readonly Mutant[] = [
  ...product(
    ways,
    ({ kind }) => appearancesOf(kind),
    ({ kind, path, way }, { name, on, which, place }) => {
      const section = sectionOf(kind)
      const change = resources(
        kind,
        (attributes) => (way === 'null' ? replace(attributes, path, () => null) : remove(attributes, path)),
        which,
      )
      return {
        name: `${section}/presence: ${kind}.${path} is ${way}, ${name}`,
        breaks: [`${section}#${path}`],
        caughtBy: [`${section}/presence`],
        reachedBy: place.reachedBy,
        shows: path,
        make: answeredAt(on, place, change),
      }
    },
    4,
  ),
  ...(['mounts', 'allocated_resources'] as const).map(
    (field): Mutant => ({
      name: `2.2/presence: node.${field} is null, in 4.1`,
      breaks: [`2.2#${field}`, `4.1#${field.replace('_', '-')}`],
      caughtBy: ['2.2/presence', `4.1/${field.replace('_', '-')}`],
      make: () => everyResource('node', (attributes) => replace(attributes, field, () => null)),
    }),
  ),
  {
    name: '2.12/presence: an item of backup.ignored_files is null, in 4.7',
    breaks: ['2.12#ignored_files'],
    caughtBy: ['2.12/presence'],
    shows: 'ignored_files',
    make: () =>
      everyResource('backup', (attributes) => replace(attributes, 'ignored_files', () => ['a', null])),
  },
]
