// The requests and the data that all subjects of the benchmark have in common.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { startServer } from './server-process.mjs'

/** @typedef {'list' | 'mixed' | 'create' | 'startup'} Operation */

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {string} [query] Lua expression for the text behind the path, see `load`
 * @property {Request} [tenth] replaces each tenth request
 * @property {Record<string, string>} headers
 * @property {string} [body] Lua expression for the body, see `load`
 * @property {() => object} [sample] makes one valid body
 * @property {number} status expected status of the response
 */

/** @typedef {Awaited<ReturnType<typeof prepareWorkload>>} Workload */

export const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))

/** Number of backups in the list. */
const rows = 137

/** Number of backups on a page. */
const perPage = 20

/** Reads the OpenAPI document, the rows and the responses from a mock server. */
export async function prepareWorkload() {
  const server = await startServer([program, '--port', '0', '--quiet'])
  try {
    const read = async (path) => (await fetch(`${server.url}/_nestbox/${path}`)).json()
    const description = await read('openapi.json')
    const requests = requestsOf(await read('target.json'))
    await fillList(server.url)
    const { tables } = await read('state')
    const responses = {}
    for (const [operation, request] of Object.entries(requests)) {
      responses[operation] = await verifiedResponse(server.url, request)
    }
    return { description, requests, tables, responses, shortRead: shortRead(requests) }
  } finally {
    await server.stop()
  }
}

/** Number of users in samples so far; each user needs an e-mail address of its own. */
let samples = 0

/** @returns {Record<Operation, Request>} */
function requestsOf({ tokens, resources }) {
  const headers = (token) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
  const startup = { startup: 'run {{SERVER_PORT}}', environment: {} }
  const list = {
    method: 'GET',
    path: `/api/client/servers/${resources.server.uuid}/backups?per_page=${perPage}`,
    query: `'&page=' .. (1 + n % ${Math.floor(rows / perPage)}) .. '&n=' .. run .. '.' .. n`,
    headers: { Authorization: `Bearer ${tokens.userClient}` },
    status: 200,
  }
  const create = {
    method: 'POST',
    path: '/api/application/users',
    headers: headers(tokens.application),
    body: `'{"email":"' .. run .. '.' .. n .. '@example.com","username":"u' .. run .. '.' .. n .. '","first_name":"A","last_name":"B"}'`,
    sample: () => ({
      email: `${++samples}@example.com`,
      username: `s${samples}`,
      first_name: 'A',
      last_name: 'B',
    }),
    status: 201,
  }
  return {
    list,
    mixed: { ...list, tenth: create },
    create,
    startup: {
      method: 'PUT',
      path: `/api/admin/servers/${resources.server.id}/startup`,
      headers: headers(tokens.rootClient),
      body: `'${JSON.stringify(startup)}'`,
      sample: () => startup,
      status: 200,
    },
  }
}

/** A short list that does not change when resources are created. */
const shortRead = ({ startup }) => ({
  path: startup.path.replace(/startup$/, 'mounts'),
  headers: startup.headers,
})

/** Adds backups to the listed server until it has `rows` of them. */
export async function fillList(url) {
  const world = await (await fetch(`${url}/_nestbox/state`)).json()
  const { backups } = world.tables
  const [template] = backups
  const missing = rows - backups.filter((row) => row.server_id === template.server_id).length
  const next = 1 + Math.max(...backups.map(({ id }) => id))
  for (let number = 0; number < missing; number += 1) {
    backups.push({ ...template, id: next + number, uuid: randomUUID() })
  }
  const response = await fetch(`${url}/_nestbox/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(world),
  })
  if (!response.ok) throw new Error(`The list cannot be filled: ${await response.text()}`)
}

/**
 * Sends a request once, and returns the body of the response. The speed of wrong responses means nothing, so the
 * status and the length of the list are checked.
 * @param {Request} request
 * @throws if the status or the length of the list is wrong
 */
export async function verifiedResponse(url, { method, path, headers, sample, status }) {
  const response = await fetch(url + path, { method, headers, body: sample && JSON.stringify(sample()) })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== status) {
    throw new Error(`${method} ${path} got the status ${response.status} instead of ${status}`)
  }
  if (method !== 'GET') return bytes
  const body = JSON.parse(bytes.toString())
  const { length } = Array.isArray(body) ? body : body.data
  if (length !== perPage) throw new Error(`${path} got ${length} items instead of ${perPage}`)
  return bytes
}
