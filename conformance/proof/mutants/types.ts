import { type KindName, kinds } from '../../judge/kinds.ts'
import { everyResource, replace } from '../changes.ts'
import type { Mutant } from '../mutant.ts'

/** A way in which servers get a type wrong. */
type Slip = (value: unknown) => unknown

/** Everything from the database is text. */
const text: Slip = (value) => String(value ?? 1)
/** Booleans straight from a tinyint. */
const bit: Slip = (value) => (value ? 1 : 0)
const yes: Slip = (value) => (value ? 'yes' : 'no')
/** Text that looks like a number was cast to one. */
const number: Slip = () => 7
const float: Slip = () => 1.5
const flag: Slip = () => true
/** An empty map, as PHP writes one. */
const emptyArray: Slip = () => []
const object: Slip = () => ({ value: 'wrapped' })
const joined: Slip = (value) => (Array.isArray(value) ? value.join(',') : 'a,b')
const seconds: Slip = () => 1_760_000_000
const mapOfNumbers: Slip = () => ({ key: 1 })

/** Each field of section 2 with a wrong type, read from the document by hand. */
const slips: Readonly<Record<KindName, Readonly<Record<string, Slip>>>> = {
  node: {
    id: text,
    uuid: number,
    public: bit,
    name: number,
    description: emptyArray,
    location_id: text,
    fqdn: object,
    scheme: flag,
    behind_proxy: bit,
    maintenance_mode: text,
    memory: text,
    memory_overallocate: float,
    disk: text,
    disk_overallocate: text,
    upload_size: text,
    daemon_listen: text,
    daemon_sftp: text,
    daemon_base: number,
    created_at: seconds,
    updated_at: seconds,
    mounts: object,
    servers_count: text,
    allocated_resources: emptyArray,
    'allocated_resources.memory': text,
    'allocated_resources.disk': float,
  },
  location: {
    id: text,
    short: number,
    long: object,
    nodes_count: text,
    servers_count: text,
    created_at: seconds,
    updated_at: seconds,
  },
  tag: {
    id: text,
    name: object,
    slug: number,
    color: number,
    is_predefined: bit,
    legacy_nest_id: text,
    eggs_count: text,
    nodes_count: text,
    created_at: seconds,
    updated_at: seconds,
  },
  egg: {
    id: text,
    uuid: number,
    author: object,
    name: number,
    description: object,
    features: joined,
    docker_image: object,
    docker_images: emptyArray,
    force_outgoing_ip: bit,
    config: text,
    'config.files': emptyArray,
    'config.startup': text,
    'config.startup.done': text,
    'config.stop': object,
    'config.logs': emptyArray,
    'config.logs.custom': bit,
    'config.logs.location': number,
    'config.file_denylist': joined,
    'config.extends': text,
    startup: number,
    script: text,
    'script.privileged': bit,
    'script.install': number,
    'script.entry': object,
    'script.container': number,
    'script.extends': text,
    created_at: seconds,
    updated_at: seconds,
  },
  egg_variable: {
    id: text,
    egg_id: text,
    name: number,
    description: number,
    env_variable: object,
    default_value: number,
    user_viewable: bit,
    user_editable: bit,
    rules: (value) => String(value).split('|'),
    sort_order: text,
    created_at: seconds,
    updated_at: seconds,
  },
  server_variable: {
    id: text,
    egg_id: text,
    name: number,
    description: number,
    env_variable: object,
    default_value: number,
    user_viewable: bit,
    user_editable: yes,
    rules: (value) => String(value).split('|'),
    sort_order: text,
    created_at: seconds,
    updated_at: seconds,
    server_value: number,
    required: bit,
  },
  server: {
    id: text,
    external_id: number,
    uuid: number,
    identifier: number,
    name: object,
    description: number,
    status: number,
    suspended: bit,
    limits: emptyArray,
    'limits.memory': text,
    'limits.swap': text,
    'limits.disk': float,
    'limits.io': text,
    'limits.cpu': float,
    'limits.threads': number,
    'limits.oom_disabled': bit,
    feature_limits: emptyArray,
    'feature_limits.databases': text,
    'feature_limits.allocations': text,
    'feature_limits.backups': text,
    user: (value) => ({ id: value }),
    node: text,
    allocation: text,
    egg: text,
    container: emptyArray,
    'container.startup_command': emptyArray,
    'container.image': object,
    'container.skip_scripts': bit,
    'container.installed': flag,
    'container.environment': emptyArray,
    created_at: seconds,
    updated_at: seconds,
  },
  allocation: {
    id: text,
    ip: number,
    alias: flag,
    port: text,
    notes: number,
    server_id: text,
    server_name: number,
    assigned: bit,
  },
  user: {
    id: text,
    external_id: number,
    uuid: number,
    username: object,
    email: number,
    first_name: number,
    last_name: object,
    language: number,
    root_admin: bit,
    '2fa': bit,
    image: number,
    servers_count: text,
    subuser_of_count: text,
    created_at: seconds,
    updated_at: seconds,
  },
  mount: {
    id: text,
    uuid: number,
    name: number,
    description: object,
    source: number,
    target: object,
    read_only: bit,
    user_mountable: bit,
    eggs_count: text,
    nodes_count: text,
    servers_count: text,
    mounted: bit,
  },
  backup: {
    uuid: number,
    is_successful: bit,
    is_locked: yes,
    name: number,
    ignored_files: (value) => JSON.stringify(value),
    checksum: number,
    bytes: text,
    created_at: seconds,
    completed_at: seconds,
  },
  database: {
    server: text,
    'server.id': text,
    'server.name': number,
    name: number,
    username: object,
    connections_from: flag,
    max_connections: text,
  },
}

export const types: readonly Mutant[] = [
  ...(Object.keys(slips) as KindName[]).flatMap((kind) =>
    Object.entries(slips[kind]).map(([path, slip]): Mutant => {
      const { section } = kinds[kind]
      return {
        name: `types: ${kind}.${path}`,
        breaks: [`${section}#${path}`],
        caughtBy: `${section}/types`,
        shows: path,
        make: () => everyResource(kind, (attributes) => replace(attributes, path, slip)),
      }
    }),
  ),
  {
    name: 'types: a value of docker_images is a list',
    breaks: ['2.5#docker_images'],
    caughtBy: '2.5/types',
    shows: 'docker_images',
    make: () =>
      everyResource('egg', (attributes) => {
        attributes['docker_images'] = { Java: ['image:1', 'image:2'] }
      }),
  },
  {
    name: 'types: a value of the environment is a number',
    breaks: ['2.8#container.environment'],
    caughtBy: '2.8/types',
    shows: 'container.environment',
    make: () =>
      everyResource('server', (attributes) => replace(attributes, 'container.environment', mapOfNumbers)),
  },
  {
    name: 'types: an item of features is a number',
    breaks: ['2.5#features'],
    caughtBy: '2.5/types',
    shows: 'features',
    make: () =>
      everyResource('egg', (attributes) => {
        attributes['features'] = ['eula', 3]
      }),
  },
  {
    name: 'types: an item of ignored_files is null',
    breaks: ['2.12#ignored_files'],
    caughtBy: '2.12/presence',
    shows: 'ignored_files',
    make: () =>
      everyResource('backup', (attributes) => {
        attributes['ignored_files'] = ['logs/', null]
      }),
  },
  {
    name: 'types: only the last backup of a page has its size as text',
    breaks: ['2.12#bytes'],
    caughtBy: '2.12/types',
    shows: 'bytes',
    make: () => {
      let seen = 0
      return everyResource('backup', (attributes) => {
        seen += 1
        if (seen % 5 === 0) replace(attributes, 'bytes', text)
      })
    },
  },
  {
    name: 'types: a node has its memory as text where it is nested only',
    breaks: ['2.2#memory'],
    caughtBy: '2.2/types',
    shows: 'memory',
    make: () =>
      everyResource('node', (attributes) => replace(attributes, 'memory', text), { place: 'nested' }),
  },
  {
    name: 'types: a file to configure has its parser as a number',
    breaks: ['2.5#config.files.parser', '2.5#config.files'],
    caughtBy: '2.5/types',
    shows: 'parser',
    make: () => configFile({ parser: 1, find: { key: 'value' } }),
  },
  {
    name: 'types: what a file to configure is searched for is a list',
    breaks: ['2.5#config.files.find', '2.5#config.files'],
    caughtBy: '2.5/types',
    shows: 'find',
    make: () => configFile({ parser: 'properties', find: [] }),
  },
  {
    name: 'types: a replacement in a file to configure is a number',
    breaks: ['2.5#config.files.find', '2.5#config.files'],
    caughtBy: '2.5/types',
    shows: 'find',
    make: () => configFile({ parser: 'properties', find: { 'server-port': 25_565 } }),
  },
]

const configFile = (file: object) =>
  everyResource('egg', (attributes) =>
    replace(attributes, 'config.files', () => ({ 'server.properties': file })),
  )
