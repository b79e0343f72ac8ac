import { nestedNode } from './cut-off.ts'

/** Section 2.3, written by hand from the document. */
export const location = {
  object: 'location',
  attributes: {
    id: 1,
    short: 'tre1',
    long: 'Trento, by the river',
    nodes_count: 1,
    servers_count: 14,
    created_at: '2025-05-05T05:05:05+00:00',
    updated_at: '2025-06-06T06:06:06+00:00',
    relationships: { nodes: { object: 'list', data: [nestedNode] } },
  },
}
