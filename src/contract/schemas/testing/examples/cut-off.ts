/**
 * Nested resources whose relationships are cut off in each way of section 2.1 item 3, written by hand from the
 * document.
 */

/** Section 2.2, nested: with `servers_count`, without `mounts`. */
export const nestedNode = {
  object: 'node',
  attributes: {
    id: 3,
    uuid: '0d3c8b1e-52f4-4e6a-8a19-c7f2b94d6e03',
    public: false,
    name: 'heron',
    description: 'second rack, lower half',
    location_id: 2,
    fqdn: '198.51.100.7',
    scheme: 'http',
    behind_proxy: true,
    maintenance_mode: true,
    memory: 65536,
    memory_overallocate: -1,
    disk: 900000,
    disk_overallocate: 20,
    upload_size: 100,
    daemon_listen: 8443,
    daemon_sftp: 2022,
    daemon_base: '/srv/daemon/volumes',
    created_at: '2025-09-12T10:11:12+02:00',
    updated_at: '2026-02-03T20:00:00+01:00',
    servers_count: 14,
    allocated_resources: { memory: 40960, disk: 310000 },
    relationships: { location: {} },
  },
}

/** A nested location. Section 2.3. */
export const nestedLocation = {
  object: 'location',
  attributes: {
    id: 2,
    short: 'osl1',
    long: 'Oslo, first hall',
    nodes_count: 5,
    servers_count: 61,
    created_at: '2025-08-20T06:00:00+02:00',
    updated_at: '2025-08-21T06:00:00+02:00',
    relationships: { nodes: { object: 'list', data: [] } },
  },
}

/** A nested egg. Section 2.5. */
export const nestedEgg = {
  object: 'egg',
  attributes: {
    id: 8,
    uuid: 'c1a9e7d4-0b36-4f7c-9d52-8e60a2f3b715',
    author: 'quarry@example.com',
    name: 'Quarry',
    description: 'Dig alone or together.',
    features: ['eula'],
    docker_image: 'registry.example.com/runtime/java:17',
    docker_images: { 'Java 17': 'registry.example.com/runtime/java:17' },
    force_outgoing_ip: true,
    config: {
      files: { 'quarry.ini': { parser: 'ini', find: { Port: '{{server.build.default.port}}' } } },
      startup: { done: ['Listening on'] },
      stop: '^C',
      logs: { custom: true, location: 'logs/latest.log' },
      file_denylist: ['secrets.ini'],
      extends: 1,
    },
    startup: './quarry --port {{SERVER_PORT}}',
    script: {
      privileged: false,
      install: 'echo nothing to do',
      entry: 'ash',
      container: 'registry.example.com/installers/alpine:3',
      extends: 1,
    },
    created_at: '2025-07-04T09:00:00+00:00',
    updated_at: '2025-12-24T18:00:00+00:00',
    relationships: { variables: [], tags: {}, servers: { object: 'list', data: [] } },
  },
}

/** A nested server. Section 2.8. */
export const nestedServer = {
  object: 'server',
  attributes: {
    id: 13,
    external_id: 'shop-4471',
    uuid: 'e58a1d70-6c2b-4b9e-8f43-2a7d90c5b6f1',
    identifier: 'e58a1d70',
    name: 'Weekend quarry',
    description: 'opens on Fridays',
    status: 'installing',
    suspended: true,
    limits: { memory: 2048, swap: -1, disk: 8192, io: 500, cpu: 150, threads: '0,2-3', oom_disabled: true },
    feature_limits: { databases: 1, allocations: 2, backups: 3 },
    user: 22,
    node: 3,
    allocation: 95,
    egg: 8,
    container: {
      startup_command: './quarry --port 26000',
      image: 'registry.example.com/runtime/java:17',
      skip_scripts: true,
      installed: 0,
      environment: { SERVER_PORT: '26000' },
    },
    created_at: '2026-02-27T19:30:00+00:00',
    updated_at: '2026-02-27T19:31:00+00:00',
    relationships: {
      allocation: {},
      allocations: { object: 'list', data: [] },
      user: [],
      egg: {},
      variables: [],
      node: { object: 'list', data: [] },
    },
  },
}

/** Section 2.10, nested: with `image` and both counts. */
export const nestedUser = {
  object: 'user',
  attributes: {
    id: 22,
    external_id: 'crm-88',
    uuid: '47d2f6b9-13ce-4a58-b0e7-9c8d5a61f204',
    username: 'wren',
    email: 'wren@example.net',
    first_name: 'Jenny',
    last_name: 'Wren',
    language: 'nb',
    root_admin: false,
    '2fa': true,
    image: 'https://avatars.example.net/wren.png',
    servers_count: 3,
    subuser_of_count: 1,
    created_at: '2025-06-30T21:15:00+02:00',
    updated_at: '2026-01-01T00:00:01+01:00',
    relationships: { servers: [] },
  },
}
