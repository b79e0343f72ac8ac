import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { choose } from '../conformance/checks/choose.ts'
import { checks } from '../conformance/checks/index.ts'
import { startNestbox } from '../src/index.ts'
import { get } from './testing/api.ts'
import { type Ended, expectRefusal, run } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'
import {
  broken,
  countCheck,
  emailCheck,
  nobody,
  reportOf,
  sandboxAt,
  statusOf,
  targetOf,
  workbench,
} from './testing/workbench.ts'

const work = workbench()

/** Runs the built program: one test of each exit code shows that it is that of the process. */
const check = (...args: readonly string[]): Promise<Ended> => run(['check', ...args])

const checkHere = (...args: readonly string[]): Promise<Ended> => runHere(['check', ...args])

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('exit code 0', () => {
  it('is that of check --self', async () => {
    const ended = await checkHere('--self', '--reporter', 'json')
    const { verdict, summary } = reportOf(ended)
    expect({ verdict, pass: summary['pass'] }).toEqual({ verdict: 'conforms', pass: checks.length })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('is that of a server with its own target file, which is checked in a sandbox', async () => {
    await using server = await startNestbox()
    const before = await get(`${server.url}/_nestbox/state`)
    const ended = await checkHere(server.url, '--only', '4.', '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'conforms', target: `${server.url}/~check` })
    expect(ended.code).toBe(0)
    expect(await get(`${server.url}/_nestbox/state`)).toEqual(before)
  })

  it('comes with a text report by default', async () => {
    const { stdout, stderr, code } = await check('--self', '--only', '4.7/response')
    expect(stdout).toContain('conforms')
    expect(stdout).not.toContain('\u001B')
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})

describe('exit code 1', () => {
  it('is that of a server that breaks a clause', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--only', countCheck, '--only', emailCheck, '--reporter', 'json')
    expect(statusOf(ended, countCheck)).toBe('fail')
    expect(statusOf(ended, emailCheck)).toBe('fail')
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming', target: url })
    expect(ended.code).toBe(1)
  })

  it('comes with a command that repeats the failed check', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const args = [url, '--only', countCheck, '--timeout', '9000', '--header', 'X-Key: very secret thing']
    const { stdout } = await checkHere(...args)
    const again = `npx nestbox check ${url} --timeout 9000 --header 'x-key: ...' --only ${countCheck}`
    expect(stdout).toContain(again)
    expect(stdout).toContain('$NESTBOX_USER_TOKEN')
    expect(stdout).not.toContain('very secret thing')
  })

  it('comes after the first failure with --bail', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const selected = ['--only', '4.6', '--only', '2.12']
    const path = work.files.at('bail.json')
    const ended = await checkHere(
      url,
      ...selected,
      '--bail',
      '--reporter',
      'json',
      '--reporter',
      `text=${path}`,
    )
    const { results, cut = 0 } = reportOf(ended)
    const chosen = choose(checks, { only: ['4.6', '2.12'] }).length
    expect(results.length + cut).toBe(chosen)
    expect(await readFile(path, 'utf8')).toContain(
      `The run was ended before ${cut} checks could begin. ${checks.length - chosen} of ${checks.length} checks were left out.`,
    )
    expect(results.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([countCheck])
    expect(results.map(({ id }) => id)).not.toContain(emailCheck)
    expect(ended.code).toBe(1)
  })
})

describe('exit code 2', () => {
  it.each<[what: string, args: string[], words: string]>([
    ['wrong arguments', ['--selves'], 'Unknown flag --selves; did you mean --self?'],
    [
      'an unreadable file',
      ['--target', 'no-such.json'],
      'no-such.json cannot be read: there is no such file.',
    ],
  ])('is that of %s', async (_, args, words) => {
    expectRefusal(await check(...args), 2, words)
  })
})

describe('exit code 3', () => {
  it('is that of a run without failures in which some checks could not be judged', async () => {
    const { tokens: _, ...target } = await targetOf(work.mock.url, 'no-tokens')
    const path = await work.files.write('no-tokens.json', target)
    const ended = await check('--target', path, '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'incomplete', summary: { pass: 0, fail: 0 } })
    expect(ended.code).toBe(3)
  })

  it('is that of a server too busy to provide its target file', async () => {
    const server = createHttpServer((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const ended = await checkHere(`http://127.0.0.1:${port}`, '--only', '4.4', '--reporter', 'json')
    server.close()
    const { verdict, results } = reportOf(ended)
    expect(verdict).toBe('incomplete')
    expect(new Set(results.map(({ status, message }) => `${status}: ${message}`))).toEqual(
      new Set(['skip: the server kept refusing with 429']),
    )
    expect(ended.code).toBe(3)
  })

  it('becomes 0 with --allow-incomplete, with a message', async () => {
    const { tokens: _, ...target } = await targetOf(work.mock.url, 'no-tokens')
    const path = await work.files.write('still-no-tokens.json', target)
    const { code, stderr } = await checkHere('--target', path, '--only', '4.7', '--allow-incomplete')
    expect(stderr).toMatch(
      /^nestbox: INCOMPLETE: (\d+) of \1 checks could not be judged \(--allow-incomplete\)\.\n$/,
    )
    expect(code).toBe(0)
  })

  it('does not become 0 if a check failed', async () => {
    await using proxy = await broken(work.mock.url)
    const { requests: _, ...target } = await targetOf(proxy.url, 'no-tags')
    const path = await work.files.write('no-tags.json', target)
    const ended = await checkHere(
      '--target',
      path,
      '--only',
      '4.2',
      '--only',
      countCheck,
      '--allow-incomplete',
    )
    expect(ended.code).toBe(1)
  })
})

describe('exit code 4', () => {
  it('is that of a port on which nothing listens', async () => {
    const url = nobody
    const ended = await check(url, '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'unreachable', results: [] })
    expect(ended.stderr).toBe(
      `nestbox: ${url}/_nestbox/target.json cannot be reached: no server listens there.\n`,
    )
    expect(ended.code).toBe(4)
  })

  it('is that of a target file for such a port', async () => {
    const baseUrl = nobody
    const path = await work.files.write('nobody.json', {
      ...(await targetOf(work.mock.url, 'nobody')),
      baseUrl,
    })
    const ended = await checkHere('--target', path)
    expect(ended.stderr).toBe(`nestbox: ${baseUrl} cannot be reached: no server listens there.\n`)
    expect(ended.code).toBe(4)
  })

  it('is that of a server that never responds', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const ended = await checkHere(`http://127.0.0.1:${port}`, '--timeout', '300')
    silent.close()
    expect(ended.stderr).toContain('no complete response within 300 ms')
    expect(ended.code).toBe(4)
  })

  it('does not become 0 with --allow-incomplete', async () => {
    const { code } = await checkHere(nobody, '--allow-incomplete')
    expect(code).toBe(4)
  })
})

describe('exit code 5', () => {
  it.skipIf(!existsSync('/dev/full')).each([
    ['--reporter', 'json='],
    ['--write-known', ''],
  ])('is that of a full disk at the end of the run: %s', async (flag, name) => {
    const ended = await checkHere('--self', '--only', '4.8/response', flag, `${name}/dev/full`)
    expect(ended.stderr).toMatch(/^nestbox: \/dev\/full cannot be written: the disk is full\.\n$/m)
    expect(ended.code).toBe(5)
  })

  // Node itself exits with 1 after a crash, which would read as a verdict.
  it.each([
    ['an exception', 'throw Error()'],
    ['a rejection', 'Promise.reject(Error())'],
  ])('is that of a crash with %s', async (_, crash) => {
    // The command is at work as soon as it listens for crashes.
    const code = `setInterval(() => { if (process.listenerCount('uncaughtException') > 0) ${crash} }, 1)`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
    const ended = await run(['check', '--self'], env)
    expect(ended.stderr).toContain('Internal error')
    expect(ended.code).toBe(5)
  })

  it('is that of a check that throws', async () => {
    // The third line of a stack is the caller; rules are objects with a `judge`.
    const poison = `const {isInteger} = Number
      Number.isInteger = (value) => {
        if (Error().stack.split('\\n')[2].includes('judge')) throw Error('poison')
        return isInteger(value)
      }`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(poison)}` }
    const args = [
      'check',
      sandboxAt(work.mock.url),
      '--read-only',
      '--only',
      countCheck,
      '--reporter',
      'json',
    ]
    const ended = await run(args, env)
    expect(reportOf(ended)).toMatchObject({ verdict: 'error', summary: { error: 1 } })
    expect(ended.stdout).toContain('poison')
    expect(ended.code).toBe(5)
  })
})

describe('--wait-for', () => {
  it('waits until the server responds', async () => {
    const port = await freePort()
    const checking = checkHere(`http://127.0.0.1:${port}`, '--wait-for', '15', '--only', '4.8/response')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const late = await startNestbox({ port })
    const { code } = await checking
    await late.close()
    expect(code).toBe(0)
  })

  it('gives up after that time', async () => {
    const ended = await checkHere(nobody, '--wait-for', '1')
    expect(ended.stderr).toContain('cannot be reached: no server listens there')
    expect(ended.code).toBe(4)
  })
})
