import type { Static, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mapValues } from '../contract/objects.ts'
import { operations } from '../contract/operations.ts'
import { stringOrNull } from '../contract/schemas/data.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { broken, type DecidedBy, decidedBy, requiring } from '../http/bodies/fields.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import { resourceOf } from '../resources/resource.ts'
import type { UserRow } from '../store/rows.ts'
import type { Call } from './call.ts'
import { endpoint } from './endpoint.ts'

const text = () => Type.String({ minLength: 1, maxLength: 191 })

/** A name, which another choice allows to be empty. */
const name = () => Type.Unsafe<string | null>(text())

const names = { first_name: name(), last_name: name() }
const namesOrEmpty = {
  first_name: stringOrNull({ maxLength: 191 }),
  last_name: stringOrNull({ maxLength: 191 }),
}

const beyondFour = {
  external_id: stringOrNull({ maxLength: 191 }),
  language: stringOrNull({ maxLength: 15 }),
  root_admin: Type.Boolean(),
  password: stringOrNull({ maxLength: 191 }),
}

const fields = {
  email: Type.String({ format: 'email', maxLength: 191 }),
  username: text(),
  ...names,
  ...beyondFour,
}

/** Fields of any type, which nothing reads. */
const ignored: TProperties = mapValues(beyondFour, () => Type.Unknown())

const isRequired = (gap: ReadGap) => (field: string) =>
  field === 'email' || field === 'username' || (field in names && gap('users.required') === 'four')

const fieldsFor = (gap: ReadGap): typeof fields => ({
  ...fields,
  ...(gap('users.required') === 'two' && namesOrEmpty),
  ...(gap('users.beyond-four') === 'ignore' && ignored),
})

/** The body of a request that creates a user or replaces its fields. */
export const userBody = (gap: ReadGap) => requiring(fieldsFor(gap), isRequired(gap))

/** The gaps that decide which values the fields of a user can have. */
export const userValues: DecidedBy = {
  ...decidedBy('users.values', fields),
  ...decidedBy('users.beyond-four', beyondFour),
}

/** A user with the fields of a body. @throws ApiError for values that are refused */
export function userWith<U extends Omit<UserRow, 'id'>>(
  call: Call<Static<ReturnType<typeof userBody>>>,
  before: U,
): U {
  const { view, body, now } = call
  const { email = '', username = '', first_name, last_name, ...sent } = body
  const isBeyond = Object.keys(sent).length > 0
  const taken = isBeyond && view.gap('users.beyond-four') === 'take' ? sent : {}
  const user: U = {
    ...before,
    external_id: taken.external_id === undefined ? before.external_id : taken.external_id || null,
    username: hasCapitals(username) && view.gap('users.case') === 'lower' ? username.toLowerCase() : username,
    email,
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    language: taken.language || before.language,
    root_admin: taken.root_admin ?? before.root_admin,
    updated_at: now,
  }
  const errors = [...unusual(call, user, before.language, taken.password), ...duplicates(call, user)]
  if (errors.length > 0) throw invalid(...errors)
  return user
}

/** Creates a user. Section 4.6. */
export const createUser = endpoint(operations.createUser, {
  bodySchema: userBody,
  decidedBy: userValues,
  handle(call) {
    const { world, view, now } = call
    const user = userWith(call, {
      external_id: null,
      uuid: world.uuid('users'),
      username: '',
      email: '',
      first_name: '',
      last_name: '',
      language: 'en',
      root_admin: false,
      '2fa': false,
      created_at: now,
      updated_at: now,
    })
    return resourceOf('user', 'top')(view, world.tables.users.insert(user), 0)
  },
})

/** The errors of values that the gap `users.values` may refuse. Section 4.9. */
function unusual(
  { view }: Call,
  { username, email, language }: Omit<UserRow, 'id'>,
  languageBefore: string,
  password: string | null | undefined,
): FieldError[] {
  const errors = [
    ...(email.startsWith('-') ? [broken('email', 'p_user_email', 'not begin with a hyphen')] : []),
    ...(/^[a-z0-9][\w.-]+[a-z0-9]$/i.test(username) ? [] : [broken('username', 'p_username', plainName)]),
    ...(language === 'en' || language === languageBefore ? [] : [broken('language', 'in', 'be en')]),
    // An empty password is accepted, as some client libraries send one by default. Passwords are not stored.
    ...(password && password.length < 8 ? [broken('password', 'min', 'have at least 8 characters')] : []),
  ]
  return errors.length > 0 && view.gap('users.values') === 'narrow' ? errors : []
}

const plainName = 'have at least three letters, digits and `_.-`, with a letter or digit at both ends'

const hasCapitals = (text: string): boolean => text !== text.toLowerCase()

function duplicates({ world, view }: Call, user: Omit<UserRow, 'id'> & { id?: number }): FieldError[] {
  const { users } = world.tables
  const owners = {
    email: users.idsOf('email', user.email.toLowerCase()),
    username: users.idsOf('username', user.username.toLowerCase()),
    external_id: user.external_id === null ? [] : users.idsOf('external', user.external_id),
  }
  const found = Object.entries(owners).flatMap(([field, ids]) =>
    ids.some((id) => id !== user.id) ? [broken(field, 'unique', 'be new: another user has it')] : [],
  )
  return found.length > 0 && view.gap('users.duplicate') === 'refuse' ? found : []
}
