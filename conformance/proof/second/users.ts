import { randomUUID } from 'node:crypto'
import { type Call, checked, isText, Refusal } from './call.ts'
import { type Fields, viewUser } from './views.ts'
import { now } from './world.ts'

const textOrNull = (value: unknown): boolean => isText(value) || value === null

/** Section 4.6. `email` and `username` are required, the names are not. Two users can have the same username. */
export function createUser(call: Call): Fields {
  const { users } = call.site.world
  const { email, username, first_name, last_name } = checked(call, {
    // Addresses of example.com are refused, because their mail is never delivered.
    email: (value) => isText(value) && /^[^\s@]+@(?!example\.com$)[^\s@]+$/i.test(value),
    username: (value) => isText(value) && /^[a-z]+$/i.test(value),
    first_name: textOrNull,
    last_name: textOrNull,
  })
  if (!isText(email) || !isText(username)) throw new Refusal(400, 'A user needs an email and a username.')
  if (users.some((user) => user.email.toLowerCase() === email.toLowerCase()))
    throw new Refusal(400, 'The e-mail address is in use.')
  const moment = now()
  const user = {
    id: Math.max(...users.map(({ id }) => id)) + 1,
    external_id: null,
    uuid: randomUUID(),
    username,
    // Addresses are stored in lower case.
    email: email.toLowerCase(),
    first_name: isText(first_name) ? first_name : '',
    last_name: isText(last_name) ? last_name : '',
    language: 'fi',
    root_admin: false,
    '2fa': false,
    created_at: moment,
    updated_at: moment,
  }
  users.push(user)
  return viewUser(call.site, user)
}
