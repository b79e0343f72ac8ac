// What every subject of the benchmark is given: the same requests and the same data.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { start } from './child.mjs'

/** @typedef {'list' | 'mixed' | 'create' | 'startup'} Operation */

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {string} [query] a Lua expression for what follows the path, as `load` takes it
 * @property {Request} [tenth] what is sent in the place of each tenth request
 * @property {Record<string, string>} headers
 * @property {string} [body] a Lua expression, as `load` takes it
 * @property {() => object} [sample] one such body
 * @property {number} status of the answer
 */

/** @typedef {Awaited<ReturnType<typeof prepare>>} Given */

export const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))

/** How many rows the list has, and how many of them a page. */
const [rows, page] = [137, 20]

/** Asks a mock for its requests, its rows, its description, and what it answers. */
export async function prepare() {
  const server = await start([program, '--port', '0', '--quiet'])
  try {
    const read = async (path) => (await fetch(`${server.url}/_nestbox/${path}`)).json()
    const description = await read('openapi.json')
    const requests = requestsOf(await read('target.json'))
    await fillList(server.url)
    const { tables } = await read('state')
    const answers = {}
    for (const [operation, request] of Object.entries(requests)) {
      answers[operation] = await answerTo(server.url, request)
    }
    return { description, requests, tables, answers, light: lightRead(requests) }
  } finally {
    await server.stop()
  }
}

/** No two people share an address. */
let samples = 0

/** @returns {Record<Operation, Request>} */
function requestsOf({ tokens, resources }) {
  const headers = (token) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
  const startup = { startup: 'run {{SERVER_PORT}}', environment: {} }
  const list = {
    method: 'GET',
    path: `/api/client/servers/${resources.server.uuid}/backups?per_page=${page}`,
    query: `'&page=' .. (1 + n % ${Math.floor(rows / page)}) .. '&n=' .. run .. '.' .. n`,
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

/** A short list that anything but a create leaves as it is. */
const lightRead = ({ startup }) => ({
  path: startup.path.replace(/startup$/, 'mounts'),
  headers: startup.headers,
})

/** Gives the server that is asked for its backups as many as the list is to have. */
export async function fillList(url) {
  const world = await (await fetch(`${url}/_nestbox/state`)).json()
  const { backups } = world.tables
  const [pattern] = backups
  const missing = rows - backups.filter((row) => row.server_id === pattern.server_id).length
  const next = 1 + Math.max(...backups.map(({ id }) => id))
  for (let number = 0; number < missing; number += 1) {
    backups.push({ ...pattern, id: next + number, uuid: randomUUID() })
  }
  const answer = await fetch(`${url}/_nestbox/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(world),
  })
  if (!answer.ok) throw new Error(`The list cannot be filled: ${await answer.text()}`)
}

/**
 * Asks once and looks at the answer: no figure is worth anything if it is the wrong one.
 * @param {Request} request
 */
export async function answerTo(url, { method, path, headers, sample, status }) {
  const answer = await fetch(url + path, { method, headers, body: sample && JSON.stringify(sample()) })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== status) {
    throw new Error(`${method} ${path} was answered with ${answer.status} instead of ${status}`)
  }
  if (method !== 'GET') return bytes
  const body = JSON.parse(bytes.toString())
  const { length } = Array.isArray(body) ? body : body.data
  if (length !== page) throw new Error(`${path} was answered with ${length} items instead of ${page}`)
  return bytes
}
