import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds after which a server that has not answered never will. */
const patience = 30_000

/** Milliseconds between two looks at whether a server answers. */
const pause = 2

/** Milliseconds that a server has to end by itself. */
const grace = 3_000

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts a server and tells how long its first answer took, in milliseconds.
 * @param at the URL where it will answer; left out if it says "Ready on <url>"
 * @param first what is asked first; it must be answered with 200 if it is not left out
 * @param options as `spawn` takes them
 */
export async function start(args, { at, first, ...options } = {}) {
  const started = performance.now()
  const stdio = at === undefined ? ['ignore', 'pipe', 'inherit'] : ['ignore', 'ignore', 'pipe']
  const child = spawn(process.execPath, args, { ...options, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const stop = async () => {
    if (hasEnded(child)) return
    const timer = setTimeout(() => child.kill('SIGKILL'), grace)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(timer)
  }
  try {
    const url = at ?? (await urlSaid(child, args))
    await (at === undefined ? ask(url, first) : untilAnswered(child, url, first))
    return {
      url,
      firstAnswer: performance.now() - started,
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

async function urlSaid(child, args) {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /Ready on (\S+)/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error(`${args.join(' ')} ended before it was ready`)
}

/** Asks again for as long as nothing listens. */
async function untilAnswered(child, url, first) {
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint = `${complaint}${text}`.slice(0, 2_000)
  })
  const deadline = performance.now() + patience
  for (;;) {
    try {
      return await ask(url, first)
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED') throw error
    }
    if (hasEnded(child)) {
      // A trace of Node begins with the line of code.
      const said = /^\W*(\w*Error\b.*)/m.exec(complaint)?.[1] ?? complaint.trim().split('\n')[0]
      const how = child.exitCode ?? child.signalCode
      throw new Error(`it ended with ${how} before it answered: ${said || 'no word on stderr'}`)
    }
    if (performance.now() > deadline) throw new Error(`it did not answer within ${patience / 1_000} s`)
    await wait(pause)
  }
}

async function ask(url, first) {
  const answer = await fetch(url + (first?.path ?? ''), {
    headers: first?.headers ?? {},
    signal: AbortSignal.timeout(patience),
  })
  await answer.arrayBuffer()
  if (first && answer.status !== 200) throw new Error(`${first.path} was answered with ${answer.status}`)
}
