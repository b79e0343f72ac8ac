// What a library is given to work with: things that the mock has, and a person that it does not have yet.

const attributes = ({ data }) => data.map((item) => item.attributes)

/** A page of backups: one of the libraries cannot read more. */
const mostBackups = 20

/** @param number tells apart what one library makes from what the others do */
export async function gifts(ask, userToken, number) {
  const own = attributes(await ask('/api/client', userToken))
  const server = await firstWith(own, async ({ uuid }) => {
    const { meta } = await ask(`/api/client/servers/${uuid}/backups`)
    return meta.backup_count > 0 && meta.backup_count <= mostBackups
  })
  const [location] = attributes(await ask('/api/application/locations'))
  const user = (await ask(`/api/application/users/${server.user}`)).attributes
  const node = (await ask(`/api/application/nodes/${server.node}`)).attributes
  const name = `client-${number}`
  return {
    server,
    identifier: server.identifier,
    location,
    user,
    node,
    name,
    person: { email: `${name}@example.com`, username: name, first_name: 'Client', last_name: String(number) },
  }
}

async function firstWith(items, holds) {
  for (const item of items) if (await holds(item)) return item
  throw new Error(`the user has no server with 1 to ${mostBackups} backups`)
}
