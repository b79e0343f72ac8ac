import { type KindName, kinds } from '../../judge/kinds.ts'
import { type Appearance, appearancesOf } from '../appearances.ts'
import { replace, resources } from '../changes.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt } from '../places.ts'

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
const mapOf =
  (value: unknown): Slip =>
  () => ({ key: value })
const arrayOf =
  (...items: readonly unknown[]): Slip =>
  () => items
/** A file that an egg configures. */
const file =
  (parser: unknown, find: unknown): Slip =>
  () => ({ 'server.properties': { parser, find } })

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

/** Values within arrays and maps, where the container itself has its type. */
const inner: readonly (readonly [kind: KindName, path: string, inWords: string, slip: Slip, clause?: string])[] = [
  ['egg', 'features', 'with a number', arrayOf('eula', 3)],
  ['egg', 'docker_images', 'with a list', mapOf(['image:1'])],
  ['egg', 'config.startup.done', 'with a number', arrayOf('done', 1)],
  ['egg', 'config.file_denylist', 'with an object', arrayOf({ path: 'a' })],
  ['egg', 'config.files', 'with a number as its parser', file(1, { key: 'value' }), 'config.files.parser'],
  ['egg', 'config.files', 'with a list of what it replaces', file('ini', []), 'config.files.find'],
  ['egg', 'config.files', 'with a number as replacement', file('ini', { port: 25_565 }), 'config.files.find'],
  ['server', 'container.environment', 'with a number', mapOf(1)],
  ['server', 'container.environment', 'with a list', mapOf(['a'])],
  ['backup', 'ignored_files', 'with a number', arrayOf('logs/', 7)],
  ['backup', 'ignored_files', 'with an object', arrayOf({ path: 'logs/' })],
]

interface Row {
  readonly kind: KindName
  readonly path: string
  readonly inWords: string
  readonly slip: Slip
  readonly clauses: readonly string[]
}

const rows: readonly Row[] = [
  ...(Object.keys(slips) as KindName[]).flatMap((kind) =>
    Object.entries(slips[kind]).map(([path, slip]) => ({ kind, path, slip, inWords: '', clauses: [path] })),
  ),
  ...inner.map(([kind, path, inWords, slip, clause]) => ({
    ...{ kind, path, slip, inWords: ` ${inWords}` },
    clauses: clause === undefined ? [path] : [path, clause],
  })),
]

/** Fields that only one of the forms of a resource has. */
const formOf: Readonly<Record<string, 'top' | 'nested'>> = {
  'node.mounts': 'top',
  'node.servers_count': 'nested',
  'user.image': 'nested',
  'user.servers_count': 'nested',
  'user.subuser_of_count': 'nested',
}

const appearances = ({ kind, path }: Row): readonly Appearance[] =>
  appearancesOf(kind).filter(
    ({ which }) => (formOf[`${kind}.${path}`] ?? which.place) === which.place,
  )

/** Every field in a wrong type. */
export const types: readonly Mutant[] = product(
  rows,
  appearances,
  ({ kind, path, slip, inWords, clauses }, { name, on, which, place }) => {
    const { section } = kinds[kind]
    return {
      name: `${section}/types: ${kind}.${path}${inWords}, ${name}`,
      breaks: clauses.map((clause) => `${section}#${clause}`),
      caughtBy: [`${section}/types`],
      reachedBy: place.reachedBy,
      shows: path,
      make: answeredAt(on, place, resources(kind, (attributes) => replace(attributes, path, slip), which)),
    }
  },
  4,
)
