import { nestedEgg, nestedNode, nestedServer } from './cut-off.ts'

/** Section 2.11, written by hand from the document. */
export const mount = {
  object: 'mount',
  attributes: {
    id: 6,
    uuid: '5ad80e93-f14b-4726-b6c9-70e2d5a8813f',
    name: 'shared maps',
    description: 'read by all, written by none',
    source: '/srv/maps',
    target: '/home/container/maps',
    read_only: true,
    user_mountable: false,
    eggs_count: 1,
    nodes_count: 1,
    servers_count: 1,
    mounted: true,
    relationships: {
      eggs: { object: 'list', data: [nestedEgg] },
      nodes: { object: 'list', data: [nestedNode] },
      servers: { object: 'list', data: [nestedServer] },
    },
  },
}
