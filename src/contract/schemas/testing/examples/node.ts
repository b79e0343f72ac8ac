import { nestedLocation } from './cut-off.ts'

/** Section 2.2 in a node update, with `mounts`, without `servers_count`; written by hand from the document. */
export const node = {
  object: 'node',
  attributes: {
    id: 5,
    uuid: '8f6e2a14-d9b0-4c37-a5e8-1b740cf92d6e',
    public: true,
    name: 'kestrel',
    description: 'first rack',
    location_id: 2,
    fqdn: 'kestrel.nodes.example.org',
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory: 131072,
    memory_overallocate: 10,
    disk: 2000000,
    disk_overallocate: 0,
    upload_size: 256,
    daemon_listen: 8080,
    daemon_sftp: 2022,
    daemon_base: '/var/lib/daemon/volumes',
    created_at: '2025-09-01T08:00:00+00:00',
    updated_at: '2026-03-02T13:37:00+00:00',
    mounts: [{ id: 6, name: 'shared maps' }],
    allocated_resources: { memory: 98304, disk: 750000 },
    relationships: { location: nestedLocation },
  },
}
