import { stamp } from './time.ts'

const stamps = { created_at: '2023-11-05T09:30:00+02:00', updated_at: '2024-02-17T21:05:40+02:00' }

/**
 * Creates a small world with data that was written by hand. Fields have the names of the API, except references such as
 * `...Ids`, and `values`.
 */
export function createWorld() {
  return {
    locations: [
      { id: 3, short: 'hel', long: 'Helsinki, cellar', ...stamps },
      { id: 8, short: 'ath', long: '', ...stamps },
    ],
    nodes: [
      { ...node(21, 3, 'Otso', [11, 12], null), public: true },
      node(22, 8, 'Ilves', []),
      node(23, 8, 'Karhu', [14]),
    ],
    tags: [
      tag(11, 'Sandbox', '#33aa77'),
      tag(12, 'Survival', null),
      tag(13, 'Shooter', '#CC2200'),
      tag(14, 'Racing', null),
    ],
    eggs: [
      egg(31, 'Blockfield', [11, 12, 13], ['WORLD_NAME', 'MAX_PLAYERS']),
      egg(32, 'Craterworks', [11, 12, 13], ['WORLD_NAME', 'DIFFICULTY']),
      egg(33, 'Kart Rally', [14], ['TRACK']),
    ],
    users: [
      { ...user(41, 'aino', 'aino@example.org'), root_admin: true, '2fa': true },
      user(42, 'petri', 'petri@example.org'),
      { ...user(43, 'sirpa', 'sirpa@example.org'), external_id: 'crm-900', last_name: '' },
    ],
    servers: [
      server(51, { user: 42, node: 21, egg: 31, allocation: 61 }),
      server(52, { user: 43, node: 22, egg: 33, allocation: 63 }),
      server(53, { user: 41, node: 21, egg: 32, allocation: 64 }),
    ],
    allocations: [
      { id: 61, ip: '192.0.2.10', alias: null, port: 25565, notes: null, server_id: 51 },
      { id: 62, ip: '192.0.2.10', alias: 'query.example.org', port: 25566, notes: 'query', server_id: 51 },
      { id: 63, ip: '2001:db8::7', alias: null, port: 7777, notes: null, server_id: 52 },
      { id: 64, ip: '192.0.2.10', alias: null, port: 25570, notes: null, server_id: 53 },
      { id: 65, ip: '192.0.2.10', alias: null, port: 25571, notes: null, server_id: null },
    ],
    mounts: [
      // An empty list of eggs or nodes includes all of them.
      mount(71, 'maps', [], [], [51, 52]),
      mount(72, 'plugins', [31, 32], [21], [53]),
      mount(73, 'tracks', [33], [22, 23], []),
    ],
    backups: Array.from({ length: 64 }, (_, index) => backup(index + 1)),
    databaseHosts: ['eu-7', 'eu-8'],
    databases: Array.from({ length: 58 }, (_, index) => database(index + 1)),
  }
}

/** A recognisable UUID: version 4, in capitals, ending with a number. */
function uuid(number: number): string {
  return `7C1E5A90-3B2D-4F68-9A01-${number.toString(16).padStart(12, '0').toUpperCase()}`
}

export type World = ReturnType<typeof createWorld>
export type Location = World['locations'][number]
export type Node = World['nodes'][number]
export type Tag = World['tags'][number]
export type Egg = World['eggs'][number]
export type Variable = Egg['variables'][number]
export type User = World['users'][number]
export type Server = World['servers'][number]
export type Allocation = World['allocations'][number]
export type Mount = World['mounts'][number]
export type Backup = World['backups'][number]
export type Database = World['databases'][number]

function node(
  id: number,
  location: number,
  name: string,
  tagIds: number[],
  description: string | null = `Machine ${name}`,
) {
  return {
    id,
    uuid: uuid(id),
    public: false,
    name,
    description,
    location_id: location,
    fqdn: `${name.toLowerCase()}.example.org`,
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory: 65536,
    memory_overallocate: 0,
    disk: 900000,
    disk_overallocate: -1,
    upload_size: 256,
    daemon_listen: 8443,
    daemon_sftp: 2222,
    daemon_base: '/srv/daemon',
    ...stamps,
    tagIds,
  }
}

function tag(id: number, name: string, color: string | null) {
  return {
    id,
    name,
    slug: name.toLowerCase(),
    color,
    is_predefined: color !== null,
    legacy_nest_id: color === null ? null : 1,
    ...stamps,
  }
}

const images: Record<string, string> = {
  'Java 21': 'registry.example.org/java:21',
  'Java 17': 'registry.example.org/java:17',
}

const files: Record<string, { parser: string; find: Record<string, string> }> = {
  'game.properties': { parser: 'properties', find: { port: '{{server.port}}' } },
}

const denied: string[] = []

function egg(
  id: number,
  name: string,
  tagIds: number[],
  variables: string[],
  description: string | null = null,
) {
  return {
    id,
    uuid: uuid(id),
    author: 'eggs@example.org',
    name,
    description,
    features: id === 31 ? ['eula'] : [],
    docker_image: 'registry.example.org/java:21',
    docker_images: images,
    force_outgoing_ip: false,
    config: {
      files,
      startup: { done: ['ready to play'] },
      stop: 'quit',
      logs: { custom: false, location: 'logs/latest.log' },
      file_denylist: denied,
      extends: null,
    },
    startup: `./run --set {{${variables[0]}}}`,
    script: {
      privileged: false,
      install: '#!/bin/sh\necho installed\n',
      entry: 'sh',
      container: 'alpine:3',
      extends: null,
    },
    ...stamps,
    variables: variables.map((variable, index) => eggVariable(id, variable, index)),
    tagIds,
  }
}

function eggVariable(egg: number, name: string, index: number, description: string | null = null) {
  return {
    id: egg * 100 + index,
    egg_id: egg,
    name: name.toLowerCase().replace('_', ' '),
    description,
    env_variable: name,
    default_value: name === 'MAX_PLAYERS' ? '20' : 'default',
    user_viewable: true,
    user_editable: index === 0,
    rules: index === 0 ? 'required|string|max:64' : 'nullable|string',
    sort_order: index,
    ...stamps,
  }
}

function user(id: number, username: string, email: string) {
  return {
    id,
    external_id: null,
    uuid: uuid(id),
    username,
    email,
    first_name: `${username[0]?.toUpperCase()}${username.slice(1)}`,
    last_name: 'Virtanen',
    language: 'fi',
    root_admin: false,
    '2fa': false,
    ...stamps,
  }
}

function server(id: number, links: { user: number; node: number; egg: number; allocation: number }) {
  return {
    id,
    external_id: null,
    uuid: uuid(id),
    identifier: `s${id}x7c1e`,
    name: `Game ${id}`,
    description: null,
    ...links,
    memory: 4096,
    disk: 20000,
    startup: './run',
    image: 'registry.example.org/java:21',
    skipScripts: false,
    /** Values that differ from the defaults of the egg, by names of variables. */
    values: new Map<string, string>(),
    ...stamps,
  }
}

function mount(id: number, name: string, eggIds: number[], nodeIds: number[], serverIds: number[]) {
  return {
    id,
    uuid: uuid(id),
    name,
    description: null,
    source: `/srv/shared/${name}`,
    target: `/home/container/${name}`,
    read_only: name !== 'plugins',
    user_mountable: false,
    ...{ eggIds, nodeIds, serverIds },
  }
}

/** A backup for every six hours. Each ninth has failed, and the newest one is not completed. */
function backup(number: number) {
  const begun = Date.UTC(2024, 0, 1) + number * 6 * 60 * 60 * 1000
  const running = number === 64
  const successful = !running && number % 9 !== 0
  return {
    serverId: 51,
    uuid: uuid(1000 + number),
    is_successful: successful,
    is_locked: number % 10 === 0,
    name: `Backup ${number}`,
    ignored_files: number % 5 === 0 ? ['cache/', '*.log'] : [],
    checksum: successful ? `md5:${number.toString(16).padStart(32, '0')}` : null,
    bytes: successful ? 1_000_000 + number : 0,
    created_at: stamp(begun),
    completed_at: running ? null : stamp(begun + 90_000),
  }
}

function database(number: number) {
  return {
    id: number,
    host: number === 1 ? 'eu-8' : 'eu-7',
    serverId: 51 + (number % 3),
    name: `s${51 + (number % 3)}_db${number}`,
    username: `u${number}_player`,
    connections_from: number % 2 === 0 ? '%' : '10.0.%',
    max_connections: number % 4 === 0 ? null : 25,
  }
}
