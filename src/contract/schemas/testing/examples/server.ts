import { allocation } from './allocation.ts'
import { nestedEgg, nestedNode, nestedUser } from './cut-off.ts'
import { serverVariable } from './server-variable.ts'

/** Section 2.8, written by hand from the document. */
export const server = {
  object: 'server',
  attributes: {
    id: 12,
    external_id: 'shop-4470',
    uuid: 'b7405d1c-9e82-4a6f-93cb-d08f2e61a579',
    identifier: 'b7405d1c',
    name: 'Skyblock',
    description: 'the old one',
    status: 'normal',
    suspended: false,
    limits: { memory: 4096, swap: 0, disk: 20480, io: 500, cpu: 200, threads: '0-1', oom_disabled: false },
    feature_limits: { databases: 2, allocations: 3, backups: 10 },
    user: 22,
    node: 3,
    allocation: 91,
    egg: 8,
    container: {
      startup_command: 'java -jar server.jar --world islands',
      image: 'registry.example.com/runtime/java:21',
      skip_scripts: false,
      installed: 1,
      environment: { WORLD: 'islands', SERVER_PORT: '25565' },
    },
    created_at: '2025-12-01T12:00:00+00:00',
    updated_at: '2026-03-02T14:05:00+00:00',
    relationships: {
      allocation,
      allocations: { object: 'list', data: [allocation] },
      user: nestedUser,
      egg: nestedEgg,
      variables: { object: 'list', data: [serverVariable] },
      node: nestedNode,
    },
  },
}
