import { randomUUID } from 'node:crypto'
import { type Call, isText, jsonBody } from './call.ts'
import { type Check, checked, textOrNull } from './checks.ts'
import type { User } from './data.ts'
import type { Fields } from './envelopes.ts'
import { Refusal } from './refusal.ts'
import { now } from './time.ts'
import { viewUser } from './views.ts'

/** Addresses of example.com are refused, because their mail is never delivered. */
const address: Check = (value) =>
  isText(value) && /^[^\s@]+@[^\s@]+$/.test(value) && !value.toLowerCase().endsWith('@example.com')

const letters: Check = (value) => isText(value) && /^[a-z]+$/i.test(value)

/** Section 4.6. `email` and `username` are required, the names are not. Two users can have the same username. */
export function createUser(call: Call): Fields {
  const { users } = call.site.world
  const { email, username, first_name, last_name } = checked(jsonBody(call), {
    email: address,
    username: letters,
    first_name: textOrNull,
    last_name: textOrNull,
  })
  if (!isText(email) || !isText(username)) throw new Refusal(400, 'A user needs an email and a username.')
  if (users.some((user) => user.email.toLowerCase() === email.toLowerCase())) {
    throw new Refusal(400, 'Somebody has this e-mail address already.')
  }
  const moment = now()
  const user: User = {
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
