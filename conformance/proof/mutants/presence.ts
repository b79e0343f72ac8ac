import { type KindName, kinds } from '../../judge/kinds.ts'
import { everyResource, remove, replace } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

/** Fields of section 2 whose meaning is not optional, read from the document by hand. */
const required: Readonly<Record<KindName, string>> = {
  node: `id uuid public name location_id fqdn scheme behind_proxy maintenance_mode memory
    memory_overallocate disk disk_overallocate upload_size daemon_listen daemon_sftp daemon_base
    created_at updated_at allocated_resources allocated_resources.memory allocated_resources.disk`,
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

export const presence: readonly Mutant[] = [
  ...(Object.keys(required) as KindName[]).flatMap((kind) =>
    required[kind].split(/\s+/).flatMap((path): Mutant[] => {
      const { section } = kinds[kind]
      const base = { breaks: [`${section}#${path}`], caughtBy: `${section}/presence`, shows: path }
      return [
        {
          ...base,
          name: `presence: a ${kind} without ${path}`,
          make: () => everyResource(kind, (attributes) => remove(attributes, path)),
        },
        {
          ...base,
          name: `presence: a ${kind} with null in ${path}`,
          make: () => everyResource(kind, (attributes) => replace(attributes, path, () => null)),
        },
      ]
    }),
  ),
  {
    name: 'presence: mounts of an updated node is null',
    breaks: ['2.2#mounts'],
    caughtBy: '2.2/presence',
    shows: 'mounts',
    make: () => everyResource('node', (attributes) => replace(attributes, 'mounts', () => null)),
  },
  {
    name: 'presence: an owner without an e-mail address where nested only',
    breaks: ['2.10#email'],
    caughtBy: '2.10/presence',
    shows: 'email',
    make: () => everyResource('user', (attributes) => remove(attributes, 'email'), { place: 'nested' }),
  },
]
