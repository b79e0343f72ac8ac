import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two rounds of a client. */
const pauseMs = 2

/** Number of sandbox names in use; the service keeps fewer sandboxes, so it deletes old ones. */
const sandboxes = 1_200

/**
 * Milliseconds after which an idle connection is not used again. The service closes one a second after the 5 s that it
 * announces; a request that is sent at that moment breaks, and a client cannot know whether a write was done.
 */
const idleMs = 3_000

/**
 * Starts clients of every kind, which send requests until `stop` is called.
 * @returns the number of requests, of responses by status, descriptions of unexpected responses, and `stop`
 */
export function startLoad(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: idleMs })
  const counts = new Map()
  const unexpected = new Set()
  let isStopped = false
  let serial = 0
  let used = 0
  let tokens
  let exampleEgg

  const send = (
    method,
    path,
    { token, body, type = 'application/json', expect = [200, 201, 204], headers = {} } = {},
  ) =>
    new Promise((resolve) => {
      const all = {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      }
      const record = (status, text) => {
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (!expect.includes(status))
          unexpected.add(`${method} ${path.replaceAll(/\d+/g, 'N')}: ${status} ${text.slice(0, 200)}`)
        resolve({ status, text })
      }
      const outgoing = request(url + path, { method, agent, headers: all }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => record(response.statusCode, text))
        response.on('error', () => record('broken', ''))
      })
      outgoing.on('error', ({ code }) => record('broken', code))
      outgoing.end(body)
    })

  const json = (value) => JSON.stringify(value)
  const person = () => {
    serial += 1
    return json({
      email: `s${serial}@example.com`,
      username: `s${serial}`,
      first_name: 'S',
      last_name: 'Oak',
    })
  }
  const upload = (content) => ({
    body: `--edge\r\nContent-Disposition: form-data; name="import_file"; filename="e.json"\r\n\r\n${content}\r\n--edge--\r\n`,
    type: 'multipart/form-data; boundary=edge',
  })

  /** The kinds of clients: the function of a client sends one round of requests. */
  const rounds = {
    async read() {
      await send('GET', `/api/admin/servers/${1 + (serial % 40)}/mounts`, { token: tokens.rootClient })
      await send('GET', '/api/admin/database-hosts/1/databases?per_page=7', { token: tokens.rootClient })
      await send('GET', '/api/application/nodes', { token: tokens.application, expect: [404] })
    },
    async write() {
      await send('PATCH', `/api/application/nodes/${1 + (serial % 5)}`, {
        token: tokens.application,
        body: json({ upload_size: 1 + (serial % 100) }),
      })
      await send('PUT', '/api/admin/servers/1/startup', {
        token: tokens.rootClient,
        body: json({ startup: `run ${serial}` }),
      })
      await send('POST', '/api/application/users', {
        token: tokens.application,
        body: '{"email":',
        expect: [400],
      })
    },
    async upload() {
      const body = upload(json({ ...exampleEgg, description: 'x'.repeat(200_000) }))
      await send('POST', '/api/admin/eggs/1/import', { token: tokens.rootClient, ...body })
      await send('POST', '/api/admin/eggs/1/import', {
        token: tokens.rootClient,
        ...upload('x'.repeat(1_200_000)),
        expect: [413, 'broken'],
      })
    },
    async sandbox() {
      used += 1
      const name = `soak-${used % sandboxes}`
      const workspace = `/~${name}`
      await send('POST', `${workspace}/api/application/users`, { token: tokens.application, body: person() })
      await send('POST', `${workspace}/_nestbox/snapshots`, { body: json({ name: 'a' }) })
      await send('POST', `${workspace}/_nestbox/reset`)
      if (used % 7 === 0) await send('DELETE', `/_nestbox/sandboxes/${name}`, { expect: [204, 404] })
    },
    async control() {
      await send('GET', '/_nestbox/requests')
      await send('POST', '/_nestbox/requests/count', { body: json({ status: 200 }) })
      await send('PATCH', '/~changed/_nestbox/gaps', {
        body: json({ 'list.order': serial % 2 === 0 ? 'newest' : null }),
      })
      await send('GET', '/_nestbox/openapi.json')
      await send('PATCH', '/~changed/_nestbox/tokens', { body: json({ userClient: { status: 'active' } }) })
      await wait(200)
    },
    async reset() {
      // Without resets, the created users would make the world grow.
      await wait(5_000)
      await send('POST', '/_nestbox/reset')
    },
    async fault() {
      const workspace = '/~faulty'
      await send('POST', `${workspace}/_nestbox/faults`, { body: json({ fault: 'reset', times: 1 }) })
      await send('GET', `${workspace}/api/admin/servers/1/mounts`, {
        token: tokens.rootClient,
        expect: [200, 'broken'],
      })
      await send('GET', `${workspace}/api/admin/servers/1/mounts`, {
        token: tokens.rootClient,
        expect: [503, 'broken'],
        headers: { Prefer: 'code=503' },
      })
      await send('DELETE', `${workspace}/_nestbox/faults`)
      await wait(20)
    },
    async listen() {
      const outgoing = request(`${url}/_nestbox/events`)
      outgoing.on('error', () => {})
      outgoing.on('response', (response) => response.on('error', () => {}).resume())
      outgoing.end()
      await wait(300)
      outgoing.destroy()
    },
    async disconnect() {
      const outgoing = request(`${url}/api/application/users`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${tokens.application}`,
          'Content-Type': 'application/json',
          'Content-Length': '5000',
        },
      })
      outgoing.on('error', () => {})
      outgoing.write('{"email":')
      await wait(20)
      outgoing.destroy()
    },
  }

  const repeat = async (round) => {
    while (!isStopped) {
      await round()
      await wait(pauseMs)
    }
  }
  const clients = (async () => {
    const list = JSON.parse((await send('GET', '/_nestbox/tokens')).text).tokens
    exampleEgg = JSON.parse((await send('GET', '/_nestbox/example-egg.json')).text)
    tokens = Object.fromEntries(list.map(({ name, token }) => [name, token]))
    await Promise.all(
      [...Object.values(rounds), rounds.read, rounds.write, rounds.sandbox, rounds.listen].map(repeat),
    )
  })()
  return {
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    statuses: () => Object.fromEntries(counts),
    unexpected: () => [...unexpected],
    async stop() {
      isStopped = true
      await clients
      agent.destroy()
    },
  }
}
