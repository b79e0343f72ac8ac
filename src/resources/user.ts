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

/** The avatar URL: a data URL of a picture with the user's initials, so that pages need no other server. */
const avatar = onceFor(({ email, first_name, last_name }: UserRow) => {
  const hue = Number.parseInt(hash('md5', email.toLowerCase()).slice(0, 6), 16) % 360
  const initials = [first_name, last_name].map(([letter = '']) => letter).join('')
  const text = initials.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return encodeURI(
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>` +
      `<rect width='8' height='8' fill='hsl(${hue},40%,40%)'/>` +
      `<text x='4' y='5.2' font-size='3.5' font-family='sans-serif' text-anchor='middle' fill='white'>${text}</text></svg>`,
  )
})
