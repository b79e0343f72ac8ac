import { idsWithBody, type OperationIdWithBody, operations } from '../../../operations.ts'
import type { Json } from '../edit.ts'
import { backup } from './backup.ts'
import { database } from './database.ts'
import { egg } from './egg.ts'
import { mount } from './mount.ts'
import { node } from './node.ts'
import { server } from './server.ts'
import { tag } from './tag.ts'
import { createdUser } from './user.ts'

/** A resource of each kind, as it is at the top of a response. */
const atTop = { node, tag, egg, mount, server, user: createdUser, backup, database } satisfies Record<
  (typeof operations)[OperationIdWithBody]['response']['kind'],
  Json
>

/** The `meta` of a page with a previous and a next page. Section 2.1 item 5. */
const pagination = {
  total: 3,
  count: 1,
  per_page: 1,
  current_page: 2,
  total_pages: 3,
  links: {
    previous: 'https://panel.example.org/api/client/servers/b7405d1c/backups?page=1',
    next: 'https://panel.example.org/api/client/servers/b7405d1c/backups?page=3',
  },
}

/** Fields that the `meta` of a page has in addition to `pagination`, by kind. Section 2.12. */
const pageMeta: Readonly<Record<string, Readonly<Record<string, Json>>>> = { backup: { backup_count: 3 } }

/** A valid response in the envelope of an operation. */
function exampleOf(id: OperationIdWithBody): Json {
  const { envelope, kind } = operations[id].response
  if (envelope === 'single') return atTop[kind]
  const list = { object: 'list', data: [atTop[kind]] }
  return envelope === 'list' ? list : { ...list, meta: { pagination, ...pageMeta[kind] } }
}

/** One valid response of each operation whose response has a body. */
export const exampleResponses = Object.fromEntries(
  idsWithBody.map((id) => [id, exampleOf(id)]),
  // `Object.fromEntries` loses the type of the keys.
) as Readonly<Record<OperationIdWithBody, Json>>
