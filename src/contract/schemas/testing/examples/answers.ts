import { backup } from './backup.ts'
import { database } from './database.ts'
import { egg } from './egg.ts'
import { mount } from './mount.ts'
import { node } from './node.ts'
import { server } from './server.ts'
import { tag } from './tag.ts'
import { createdUser } from './user.ts'

/** One valid response of each operation, in the envelope of its part of section 4. */
export const exampleAnswers = {
  updateNode: node,
  syncNodeTags: { object: 'list', data: [tag] },
  importEgg: egg,
  listServerMounts: { object: 'list', data: [mount] },
  updateServerStartup: server,
  createUser: createdUser,
  listServerBackups: {
    object: 'list',
    data: [backup],
    meta: {
      pagination: {
        total: 3,
        count: 1,
        per_page: 1,
        current_page: 2,
        total_pages: 3,
        links: {
          previous:
            'https://panel.example.org/api/client/servers/b7405d1c-9e82-4a6f-93cb-d08f2e61a579/backups?page=1',
          next: 'https://panel.example.org/api/client/servers/b7405d1c-9e82-4a6f-93cb-d08f2e61a579/backups?page=3',
        },
      },
      backup_count: 3,
    },
  },
  listHostDatabases: {
    object: 'list',
    data: [database],
    meta: {
      pagination: {
        total: 2,
        count: 1,
        per_page: 1,
        current_page: 1,
        total_pages: 2,
        links: { next: 'https://panel.example.org/api/admin/database-hosts/1/databases?page=2' },
      },
    },
  },
}
