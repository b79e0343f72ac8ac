import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { standardToday } from '../../src/store/identity.ts'

const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))

/** Longer than any run should take, shorter than a test may. */
const longest = 55_000

const alive = new Set<ChildProcessByStdio<null, Readable, Readable>>()
// A test that was given up does not reach the end of its scope.
afterAll(() => {
  for (const child of alive) child.kill('SIGKILL')
})

type Env = Readonly<Record<string, string>>

/** How a process ended, and all it said. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A service in a process of its own; it is killed when its scope ends. */
export interface Running extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly ended: Promise<Ended>
  stdout(): string
  stderr(): string
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** Runs the built program to its end. */
export const run = (args: readonly string[] = [], env: Env = {}): Promise<Ended> => launch(args, env).ended

/** Starts the built program and waits until it says that it is ready. */
export async function start(args: readonly string[] = [], env: Env = {}): Promise<Running> {
  const { child, output, ended } = launch(args, env)
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
    // A process that printed something has an id.
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

function launch(args: readonly string[], env: Env) {
  const child = spawn(process.execPath, [program, ...args], {
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
      resolve({ code, signal, ...output })
    })
  })
  return { child, output, ended }
}

/** The environment without what the test runner or the developer set; a free port and a fixed day unless a test names one. */
const surroundings = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:NESTBOX_|VITEST|NODE_ENV$)/.test(name)),
  ),
  NESTBOX_PORT: '0',
  NESTBOX_TODAY: standardToday,
})
