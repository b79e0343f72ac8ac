import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/**
 * Starts a server that says "Ready on <url>", and tells how long its first answer took, in milliseconds.
 * @param first what is asked first; it must be answered with 200 if it is not left out
 * @param options as `spawn` takes them
 */
export async function start(args, { first, ...options } = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /Ready on (\S+)/.exec(text)?.[1]
    if (!url) continue
    const answer = await fetch(url + (first?.path ?? ''), { headers: first?.headers ?? {} })
    if (first && answer.status !== 200) throw new Error(`${first.path}: ${answer.status}`)
    await answer.arrayBuffer()
    return {
      url,
      firstAnswer: performance.now() - started,
      /** Resident memory in MB. */
      memory: () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
  }
  throw new Error(`${args.join(' ')} ended before it was ready`)
}
