/** An application token, for servers started with `--token application=${writer}`. */
export const writer = 'writes-in-tests'

export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** Creates a user whose fields derive from its name. */
export async function createUser(url: string, username: string, token = writer): Promise<Reply> {
  const response = await fetch(`${url}/api/application/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      email: `${username}@example.com`,
      first_name: 'Made',
      last_name: 'In a Test',
    }),
  })
  return { status: response.status, body: await response.json() }
}

/** Sends a GET request. @returns the status and the parsed JSON body */
export async function get(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(url, { headers })
  return { status: response.status, body: await response.json() }
}

/** The names of all users in the world of a server. */
export async function usernames(url: string): Promise<string[]> {
  const { body } = await get(`${url}/_nestbox/state`)
  const { tables } = body as { tables: { users: { username: string }[] } }
  return tables.users.map(({ username }) => username)
}
