import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { standardToday } from '../../src/store/world.ts'

export const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))

/** Time limit of a run in milliseconds, shorter than the timeout of a test. */
const longest = 55_000

const alive = new Set<ChildProcessByStdio<null, Readable, Readable>>()
// The scope of a test that times out does not end, so its processes are killed here.
afterAll(() => {
  for (const child of alive) child.kill('SIGKILL')
})

type Env = Readonly<Record<string, string>>

/** How a process ended, and its output. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A server in its own process, which is killed at the end of the scope. */
export interface Running extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly ended: Promise<Ended>
  stdout(): string
  stderr(): string
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/**
 * Runs the built program to its end.
 * @param redirection of a shell, such as `>/dev/full`
 */
export const run = (args: readonly string[] = [], env: Env = {}, redirection?: string): Promise<Ended> =>
  launch(args, env, redirection).ended

/** Starts the built program and waits for its Ready line. */
export async function start(
  args: readonly string[] = [],
  env: Env = {},
  redirection?: string,
): Promise<Running> {
  const { child, output, ended } = launch(args, env, redirection)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const ready = /^Ready on (\S+)\n/m.exec(output.stdout)?.[1]
      if (ready !== undefined) resolve(ready)
    })
    ended.then(({ code, signal, stderr }) => {
      reject(new Error(`It ended before it was ready, with ${code ?? signal}: ${stderr}`))
    }, reject)
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    // The process has printed a line, so it has an id.
    pid: child.pid as number,
    ended,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

export function launch(args: readonly string[], env: Env = {}, redirection?: string) {
  const command = [process.execPath, program, ...args]
  const shell = redirection === undefined ? [] : ['sh', '-c', `exec "$0" "$@" ${redirection}`]
  const [file = '', ...rest] = [...shell, ...command]
  const child = spawn(file, rest, {
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest,
    killSignal: 'SIGKILL',
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  alive.add(child)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      alive.delete(child)
      resolve({ code, signal, ...output, stderr: withoutProgress(output.stderr) })
    })
  })
  return { child, output, ended }
}

/** The output without the lines of progress that a slow run prints. */
export const withoutProgress = (stderr: string): string => stderr.replaceAll(/^nestbox: \d+\/\d+ .*\n/gm, '')

/** The environment without variables of Nestbox and the test runner, with a free port and a fixed day. */
const surroundings = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:NESTBOX_|VITEST|NODE_ENV$|FORCE_COLOR$)/.test(name)),
  ),
  NESTBOX_PORT: '0',
  NESTBOX_TODAY: standardToday,
})

/** Expects an exit code, one sentence on stderr that contains a text, and nothing on stdout. */
export function expectRefusal({ code, stdout, stderr }: Ended, expected: number, text = ''): void {
  expect(stderr).toMatch(/^nestbox: [^\n]+[.?]\n$/)
  expect(stderr).not.toMatch(/\bat .+:\d+/)
  expect(stderr).toContain(text)
  expect(stdout).toBe('')
  expect(code).toBe(expected)
}
