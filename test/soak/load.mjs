import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two rounds of one client. */
const pause = 2

/** Sandboxes that are used again and again, more than there can be. */
const sandboxes = 1_200

/** Clients of every kind, which go on until they are stopped. */
export function loadOn(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const counts = new Map()
  const wrong = new Set()
  let isOver = false
  let serial = 0
  let used = 0
  let tokens
  let exampleEgg

  const ask = (
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
      const told = (status, text) => {
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (!expect.includes(status))
          wrong.add(`${method} ${path.replaceAll(/\d+/g, 'N')}: ${status} ${text.slice(0, 200)}`)
        resolve({ status, text })
      }
      const sending = request(url + path, { method, agent, headers: all }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => told(answer.statusCode, text))
        answer.on('error', () => told('broken', ''))
      })
      sending.on('error', ({ code }) => told('broken', code))
      sending.end(body)
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

  const rounds = {
    async read() {
      await ask('GET', `/api/admin/servers/${1 + (serial % 40)}/mounts`, { token: tokens.rootClient })
      await ask('GET', '/api/admin/database-hosts/1/databases?per_page=7', { token: tokens.rootClient })
      await ask('GET', '/api/application/nodes', { token: tokens.application, expect: [404] })
    },
    async write() {
      await ask('PATCH', `/api/application/nodes/${1 + (serial % 5)}`, {
        token: tokens.application,
        body: json({ upload_size: 1 + (serial % 100) }),
      })
      await ask('PUT', '/api/admin/servers/1/startup', {
        token: tokens.rootClient,
        body: json({ startup: `run ${serial}` }),
      })
      await ask('POST', '/api/application/users', {
        token: tokens.application,
        body: '{"email":',
        expect: [400],
      })
    },
    async upload() {
      const sent = upload(json({ ...exampleEgg, description: 'x'.repeat(200_000) }))
      await ask('POST', '/api/admin/eggs/1/import', { token: tokens.rootClient, ...sent })
      await ask('POST', '/api/admin/eggs/1/import', {
        token: tokens.rootClient,
        ...upload('x'.repeat(1_200_000)),
        expect: [413, 'broken'],
      })
    },
    async sandbox() {
      used += 1
      const name = `soak-${used % sandboxes}`
      const workspace = `/~${name}`
      await ask('POST', `${workspace}/api/application/users`, { token: tokens.application, body: person() })
      await ask('POST', `${workspace}/_nestbox/snapshots`, { body: json({ name: 'a' }) })
      await ask('POST', `${workspace}/_nestbox/reset`)
      if (used % 7 === 0) await ask('DELETE', `/_nestbox/sandboxes/${name}`, { expect: [204, 404] })
    },
    async control() {
      await ask('GET', '/_nestbox/requests')
      await ask('POST', '/_nestbox/requests/count', { body: json({ status: 200 }) })
      await ask('PATCH', '/~turned/_nestbox/gaps', {
        body: json({ 'list.order': serial % 2 === 0 ? 'newest' : null }),
      })
      await ask('GET', '/_nestbox/openapi.json')
      await ask('PATCH', '/~turned/_nestbox/tokens', { body: json({ userClient: { status: 'active' } }) })
      await wait(200)
    },
    async reset() {
      // Else the world would grow, as it should.
      await wait(5_000)
      await ask('POST', '/_nestbox/reset')
    },
    async fault() {
      const workspace = '/~faulty'
      await ask('POST', `${workspace}/_nestbox/faults`, { body: json({ fault: 'reset', times: 1 }) })
      await ask('GET', `${workspace}/api/admin/servers/1/mounts`, {
        token: tokens.rootClient,
        expect: [200, 'broken'],
      })
      await ask('GET', `${workspace}/api/admin/servers/1/mounts`, {
        token: tokens.rootClient,
        expect: [503, 'broken'],
        headers: { Prefer: 'code=503' },
      })
      await ask('DELETE', `${workspace}/_nestbox/faults`)
      await wait(20)
    },
    async listen() {
      const sending = request(`${url}/_nestbox/events`)
      sending.on('error', () => {})
      sending.on('response', (answer) => answer.on('error', () => {}).resume())
      sending.end()
      await wait(300)
      sending.destroy()
    },
    async goAway() {
      const sending = request(`${url}/api/application/users`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${tokens.application}`,
          'Content-Type': 'application/json',
          'Content-Length': '5000',
        },
      })
      sending.on('error', () => {})
      sending.write('{"email":')
      await wait(20)
      sending.destroy()
    },
  }

  const goOn = async (round) => {
    while (!isOver) {
      await round()
      await wait(pause)
    }
  }
  const started = (async () => {
    const list = JSON.parse((await ask('GET', '/_nestbox/tokens')).text).tokens
    exampleEgg = JSON.parse((await ask('GET', '/_nestbox/example-egg.json')).text)
    tokens = Object.fromEntries(list.map(({ name, token }) => [name, token]))
    await Promise.all(
      [...Object.values(rounds), rounds.read, rounds.write, rounds.sandbox, rounds.listen].map(goOn),
    )
  })()
  return {
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    statuses: () => Object.fromEntries(counts),
    wrong: () => [...wrong],
    async stop() {
      isOver = true
      await started
      agent.destroy()
    },
  }
}
