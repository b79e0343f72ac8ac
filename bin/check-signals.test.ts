import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GapSettings, startNestbox } from '../src/index.ts'
import { sample } from '../src/testing/sample.ts'
import { get } from './testing/api.ts'
import { folder } from './testing/folder.ts'
import { proxyTo } from './testing/proxy.ts'
import { run } from './testing/run.ts'

const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))

/** The first node and the first server of the sandbox that is checked. */
async function written(url: string) {
  const { tables } = (await get(`${url}/~check/_nestbox/state`)).body as {
    tables: Record<string, readonly Record<string, unknown>[]>
  }
  const { updated_at: _, ...node } = tables['nodes']?.[0] ?? {}
  // A read shows the environment with the defaults of the egg, so these are what is put back.
  const { updated_at: __, environment: ___, ...server } = tables['servers']?.[0] ?? {}
  return { node, server }
}

/**
 * Runs a command on a mock server, sends it a signal before the response of its third write to the server, and expects
 * that it restores what it wrote.
 * @param commandFor the arguments, for the URL of the server
 */
async function interrupted(
  signal: NodeJS.Signals,
  commandFor: (url: string) => readonly string[],
  send = (child: ChildProcess): unknown => child.kill(signal),
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
  await using mock = await startNestbox({
    gapSettings: new GapSettings().set('operations.beyond', 'companions'),
  })
  const before = await written(mock.url)
  let writes = 0
  let interrupt = (): unknown => undefined
  await using proxy = await proxyTo(mock.url, (text, path) => {
    if (path.endsWith('/startup')) writes += 1
    if (path.endsWith('/startup') && writes === 3) interrupt()
    return text
  })
  const child = spawn(process.execPath, [program, ...commandFor(proxy.url)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  interrupt = () => send(child)
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.once('close', done)),
  ])
  expect(await written(mock.url)).toEqual(before)
  return { code, stdout, stderr }
}

const some = (url: string): readonly string[] => ['check', url, '--only', '4.1', '--only', '4.5']

describe('a run that is interrupted while it writes', () => {
  it.each(
    sample(2, [
      ['SIGHUP', 129],
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const),
  )('restores node and server after %s, reports, and exits with %i', async (signal, exitCode) => {
    const { code, stdout } = await interrupted(signal, some)
    expect(code).toBe(exitCode)
    expect(stdout).toContain(`(exit code ${exitCode})`)
    expect(stdout).toMatch(/The run was ended before \d+ checks could begin\./)
  })

  it('treats the same signal from the terminal and from npm as one signal', async () => {
    const { code, stdout, stderr } = await interrupted('SIGINT', some, (child) => {
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGINT'), 50)
    })
    expect(code).toBe(130)
    expect(stdout).toContain('(exit code 130)')
    expect(stderr.match(/SIGINT: the run ends/g)).toHaveLength(1)
  })

  it('restores node and server in a comparison, and compares nothing', async () => {
    const { code, stdout, stderr } = await interrupted('SIGINT', (url) => ['diff', url, url])
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toContain('SIGINT: the run ends and restores anything that it wrote')
  })
})

it('a run ends some seconds after a signal although the server responds to nothing more', async () => {
  let interrupt: (() => unknown) | undefined
  const url = await serve(({ method }, response) => {
    if (!interrupt) return
    if (method === 'PATCH') interrupt()
    else response.end(node)
  })
  await using files = await folder()
  const target = await files.write('target.json', targetOf(url))
  const args = ['check', '--target', target, '--only=4', '--timeout=60000']
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  interrupt = () => {
    interrupt = undefined
    child.kill('SIGINT')
  }
  const [stdout, code] = await Promise.all([
    text(child.stdout),
    new Promise((done) => child.once('close', done)),
  ])
  expect(stdout).toContain('(exit code 130)')
  expect(code).toBe(130)
}, 40_000)

/** A server that answers only some requests; the others wait forever. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const node = '{"object":"node","attributes":{"id":1,"name":"a","description":"b"}}'

const targetOf = (baseUrl: string) => ({
  ...{ baseUrl, disposable: true, tokens: { application: 'application', rootClient: 'root' } },
  resources: { node: 1, server: { id: 1, uuid: '1' }, egg: 1, tags: [1] },
})

describe('check with --max-time', () => {
  it.each(
    sample<[what: string, answer: Parameters<typeof serve>[0], ...flags: string[]]>(2, [
      ['hangs at once', () => {}],
      ['hangs when it should send its target file', () => {}, '--wait-for=60'],
      ['hangs after a write', ({ method }, response) => method === 'PATCH' && response.end(node)],
      ['is asked twice a minute', (_, response) => response.end(node), '--rate=0.03'],
      ['says to come back later', (_, response) => response.writeHead(429, { 'retry-after': '60' }).end()],
    ]),
  )('ends a run before the timeout of a request to a server that %s', async (_, answer, ...flags) => {
    const url = await serve(answer)
    await using files = await folder()
    const target = await files.write('target.json', targetOf(url))
    const began = performance.now()
    const source = flags.includes('--wait-for=60') ? [url] : ['--target', target]
    const ended = await run(['check', ...source, '--only=4', '--max-time=2', '--timeout=60000', ...flags])
    expect(ended.stderr).toContain('--max-time: 2 seconds are over')
    expect([1, 3, 4]).toContain(ended.code)
    // Each of these servers would keep a request waiting for a minute. A busy machine needs some seconds for the rest.
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it.each([
    [['--target'], 3],
    [['--self', '--known'], 2],
    [['--self', '--replay'], 2],
    [['--self', '--ca'], 2],
    [['--dry-run', '--target'], 2],
  ])('ends the wait for a pipe without a writer: %j, exit code %i', async (flags, code) => {
    await using files = await folder()
    const path = files.at('pipe')
    execFileSync('mkfifo', [path])
    const ended = await run(['check', '--max-time=1', ...flags, path])
    expect(ended.stderr).toContain('--max-time: 1 seconds are over')
    expect(ended.stderr).not.toContain('nothing came from the pipe')
    expect(ended.code).toBe(code)
  })

  it('ends although a report is written to a pipe without a reader', { timeout: 30_000 }, async () => {
    await using files = await folder()
    const path = files.at('pipe')
    execFileSync('mkfifo', [path])
    const ended = await run(['check', '--self', '--only=4.8/response', `--reporter=json=${path}`])
    expect(ended.stderr).toContain(`${path} cannot be written: no process read from it within 10 seconds.`)
    expect(ended.code).toBe(5)
  })
})
