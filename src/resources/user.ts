import { hash } from 'node:crypto'
import type { UserRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { onceFor } from '../util/once.ts'
import { serverResource } from './server.ts'
import { type Envelope, type Make, nestMany, orEmpty, type View } from './view.ts'

/** A user under another resource's relationships. Section 2.10. */
export const userResource = keptPerRow<UserRow>(
  (view, user) => [view.gap('nulls'), ...Object.values(counts(view, user))],
  (view, user, depth) => ({
    object: 'user',
    attributes: {
      id: user.id,
      ...shared(view, user),
      image: avatar(user),
      ...counts(view, user),
      created_at: user.created_at,
      updated_at: user.updated_at,
      relationships: {
        servers: nestMany(view, depth, serverResource, () => view.tables.servers.of('user', user.id)),
      },
    },
  }),
)

const counts = ({ tables: { servers } }: View, { id }: UserRow) => ({
  servers_count: servers.count('user', id),
  subuser_of_count: servers.count('subuser', id),
})

/** A user in the response to its creation. Section 4.6. */
export const createdUserResource = (view: View, user: UserRow): Envelope => ({
  object: 'user',
  attributes: {
    id: user.id,
    ...shared(view, user),
    created_at: user.created_at,
    updated_at: user.updated_at,
  },
  meta: meta(view, user),
})

/** A user in the response of a companion, with every field of section 2.10. */
export const shownUserResource: Make<UserRow> = (view, user, depth) => ({
  ...userResource(view, user, depth),
  meta: meta(view, user),
})

const meta = (view: View, user: UserRow) => ({
  resource: `${view.base}/api/application/users/${user.id}`,
})

/** The fields after `id` that all forms of a user share. */
const shared = (view: View, user: UserRow) => ({
  external_id: orEmpty(view, user.external_id, ''),
  uuid: user.uuid,
  username: user.username,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  language: user.language,
  root_admin: user.root_admin,
  '2fa': user['2fa'],
})

/** The avatar URL, from the same service that the real panel uses. */
const avatar = onceFor(
  ({ email }: UserRow) => `https://www.gravatar.com/avatar/${hash('md5', email.toLowerCase())}`,
)
