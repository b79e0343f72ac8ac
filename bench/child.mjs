import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** Starts a server that says "Ready on <url>", and tells how long its first answer took, in milliseconds. */
export async function start(args) {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const url = /Ready on (\S+)/.exec(text)?.[1]
    if (!url) continue
    await (await fetch(url)).arrayBuffer()
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
