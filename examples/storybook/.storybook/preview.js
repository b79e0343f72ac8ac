// Gives each story a sandbox, a world of its own. The parameter `rows` adds rows to the sandbox, and `faults` adds fault
// rules.

/** The name of the sandbox of a story. Sandbox names have 1 to 32 characters of a-z, 0-9 and the hyphen. */
const nameOf = (id) => id.slice(-32)

async function control(sandbox, path, body) {
  const response = await fetch(`${sandbox}/_nestbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error((await response.json()).detail)
}

async function sandboxOf({ id, parameters: { rows, faults = [] } }) {
  const url = `/~${nameOf(id)}`
  await fetch(`/_nestbox/sandboxes/${nameOf(id)}`, { method: 'DELETE' })
  if (rows) await control(url, 'rows', rows)
  for (const fault of faults) await control(url, 'faults', fault)
  const { tokens } = await (await fetch(`${url}/_nestbox/target.json`)).json()
  return { url, tokens }
}

export default {
  loaders: [async (story) => ({ nestbox: await sandboxOf(story) })],
}
