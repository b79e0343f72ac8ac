import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))

/** Fixed tokens: the generated ones depend on the seed, which resets change. */
const tokens = { application: 'writes-under-load', rootClient: 'administers-under-load' }

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A service ended before it was ready. The message is its standard error. */
export class StartFailure extends Error {
  name = 'StartFailure'
}

/**
 * Starts the built program on a data file, in a process of its own.
 * @param {string} file
 * @param {object} [options]
 * @param {number} [options.fileSizeLimit] bytes that any file of the process may have
 * @param {string} [options.imported] a module that the process imports first
 * @param {Record<string, string>} [options.env] variables in addition to those of this process
 * @throws {StartFailure} if the process ends before it is ready
 */
export async function start(file, { fileSizeLimit, imported, env } = {}) {
  const tokenFlags = Object.entries(tokens).flatMap((pair) => ['--token', pair.join('=')])
  const imports = imported === undefined ? [] : ['--import', imported]
  const args = [
    ...imports,
    program,
    '--port',
    '0',
    '--quiet',
    '--scenario',
    'empty',
    '--data',
    file,
    ...tokenFlags,
  ]
  const [command, ...rest] =
    fileSizeLimit === undefined
      ? [process.execPath, ...args]
      : [
          'bash',
          '-c',
          `trap '' XFSZ; ulimit -f ${fileSizeLimit >> 10}; exec "$0" "$@"`,
          process.execPath,
          ...args,
        ]
  const started = performance.now()
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.add(child)
  const exit = once(child, 'exit').finally(() => running.delete(child))
  let stderr = ''
  let stdout = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      const found = /Ready on (\S+)\n/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    exit.then(() => reject(new StartFailure(stderr.trim())))
  })
  const agent = new Agent({ keepAlive: true })
  return {
    startMs: performance.now() - started,
    stderr: () => stderr.trim(),
    write: (method, path, body) => send(url, agent, method, path, body),
    state: async () => (await send(url, agent, 'GET', '/_nestbox/state')).json,
    pid: child.pid,
    signal: (signal) => child.kill(signal),
    async end(signal) {
      child.kill(signal)
      await exit
      agent.destroy()
    },
  }
}

/** Sends a request. Rejects if the connection breaks before the end of the response. */
function send(url, agent, method, path, body) {
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
    const outgoing = request(url + path, { method, agent, headers }, (response) => {
      let received = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        received += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        if (!response.complete) reject(new Error('the response is incomplete'))
        else
          resolve({ status: response.statusCode, json: received === '' ? undefined : JSON.parse(received) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

const person = (username) => ({
  username,
  email: `${username}@example.com`,
  first_name: 'Made',
  last_name: 'Under Load',
})

/** The names of all users of a service. */
export const usernames = async (service) =>
  (await service.state()).tables.users.map(({ username }) => username)

export const createUser = (service, username) =>
  service.write('POST', '/api/application/users', person(username))

/** The `detail` of an error response; empty for other responses. */
export const detailOf = ({ json }) => json?.errors?.[0]?.detail ?? ''
