import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))

/** Tokens of our own, so that every world knows them. */
const tokens = { application: 'writes-under-load', rootClient: 'administers-under-load' }

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A service that did not start; the message is what it said. */
export class NotStarted extends Error {}

/**
 * Starts the built program on a data file, in a process of its own.
 * @param limit bytes that any file of it may have
 */
export async function start(file, { limit } = {}) {
  const named = Object.entries(tokens).flatMap((pair) => ['--token', pair.join('=')])
  const args = [program, '--port', '0', '--quiet', '--scenario', 'empty', '--data', file, ...named]
  const [command, ...rest] =
    limit === undefined
      ? [process.execPath, ...args]
      : ['bash', '-c', `trap '' XFSZ; ulimit -f ${limit >> 10}; exec "$0" "$@"`, process.execPath, ...args]
  const started = performance.now()
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exit = once(child, 'exit').finally(() => running.delete(child))
  let said = ''
  let text = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const found = /Ready on (\S+)\n/.exec(text)?.[1]
      if (found) resolve(found)
    })
    exit.then(() => reject(new NotStarted(said.trim())))
  })
  const agent = new Agent({ keepAlive: true })
  return {
    pid: child.pid,
    took: performance.now() - started,
    said: () => said.trim(),
    write: (method, path, body) => ask(url, agent, method, path, body),
    state: async () => (await ask(url, agent, 'GET', '/_nestbox/state')).json,
    async end(signal) {
      child.kill(signal)
      await exit
      agent.destroy()
    },
  }
}

/** Rejects unless a whole answer came. */
function ask(url, agent, method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const token = path.startsWith('/api/admin') ? tokens.rootClient : tokens.application
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(text !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    }),
  }
  return new Promise((resolve, reject) => {
    const sending = request(url + path, { method, agent, headers }, (answer) => {
      let received = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        received += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (!answer.complete) reject(new Error('broken off'))
        else resolve({ status: answer.statusCode, json: received === '' ? undefined : JSON.parse(received) })
      })
    })
    sending.on('error', reject)
    sending.end(text)
  })
}

const person = (username) => ({
  username,
  email: `${username}@example.com`,
  first_name: 'Made',
  last_name: 'Under Load',
})

/** The names of all users in the world of a service. */
export const usernames = async (service) =>
  (await service.state()).tables.users.map(({ username }) => username)

export const createUser = (service, username) =>
  service.write('POST', '/api/application/users', person(username))

/** The sentence of a refusal. */
export const sentenceOf = ({ json }) => json?.errors?.[0]?.detail ?? ''
