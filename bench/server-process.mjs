import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Maximum milliseconds from the start of a server to its first response. */
const startTimeoutMs = 30_000

/** Milliseconds between two attempts to connect. */
const retryDelayMs = 2

/** Milliseconds from SIGTERM to SIGKILL. */
const shutdownGraceMs = 3_000

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a server in a process of its own and sends the first request.
 * @param {string[]} args arguments of Node
 * @param {object} [options] more options are passed to `spawn`
 * @param {string} [options.at] the URL of the server; by default the process prints "Ready on <url>"
 * @param {{path: string, headers: Record<string, string>}} [options.first] the first request, which must get a 200; by
 *   default the root of the server is requested and may have any status
 * @returns the URL, `firstResponse` in milliseconds since the start, `memory()` and `stop()`
 */
export async function startServer(args, { at, first, ...options } = {}) {
  const started = performance.now()
  const stdio = at === undefined ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'ignore', 'pipe']
  const child = spawn(process.execPath, args, { ...options, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const stop = async () => {
    if (hasEnded(child)) return
    const timer = setTimeout(() => child.kill('SIGKILL'), shutdownGraceMs)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(timer)
  }
  try {
    const url = at ?? (await printedUrl(child, args))
    await (at === undefined ? sendFirst(url, first) : sendWhenListening(child, url, first))
    return {
      url,
      firstResponse: performance.now() - started,
      /** Resident memory in MB. */
      memory: () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null

async function printedUrl(child, args) {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /Ready on (\S+)/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error(`${args.join(' ')} ended before it was ready`)
}

/** Retries the first request while the connection is refused. */
async function sendWhenListening(child, url, first) {
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr = `${stderr}${text}`.slice(0, 2_000)
  })
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      return await sendFirst(url, first)
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED') throw error
    }
    if (hasEnded(child)) {
      // In a stack trace of Node, lines of code precede the message of the error.
      const message = /^\W*(\w*Error\b.*)/m.exec(stderr)?.[1] ?? stderr.trim().split('\n')[0]
      const code = child.exitCode ?? child.signalCode
      throw new Error(
        `the server ended with ${code} before its first response: ${message || 'stderr is empty'}`,
      )
    }
    if (performance.now() > deadline) {
      throw new Error(`the server sent no response within ${startTimeoutMs / 1_000} s`)
    }
    await wait(retryDelayMs)
  }
}

async function sendFirst(url, first) {
  const response = await fetch(url + (first?.path ?? ''), {
    headers: first?.headers ?? {},
    signal: AbortSignal.timeout(startTimeoutMs),
  })
  await response.arrayBuffer()
  if (first && response.status !== 200) throw new Error(`${first.path} got the status ${response.status}`)
}
