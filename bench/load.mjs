import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder, removeFolder } from './folders.mjs'

const run = promisify(execFile)

/** Whether wrk is installed: the load comes from it, so that the client is never the slower one. */
export const hasWrk = () =>
  run('wrk', ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )

/**
 * Sends the same kind of request over and over.
 * @param seconds may be a fraction, which wrk does not know: it is stopped
 * @param body a Lua expression for the body of request number `n` of load number `run`; none for a GET
 * @returns requests a second, and the 99th percentile of the latency in milliseconds
 */
export async function load(url, { method = 'GET', headers = {}, body, connections = 32, seconds = 3 } = {}) {
  const folder = newFolder()
  try {
    const script = join(folder, 'request.lua')
    writeFileSync(script, lua(method, headers, body))
    const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', '-s', script, url]
    const running = run('wrk', args)
    const timer = setTimeout(() => running.child.kill('SIGINT'), seconds * 1_000)
    const { stdout } = await running.finally(() => clearTimeout(timer))
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
    if (refused) throw new Error(`${method} ${url}: ${refused} requests were refused`)
    const broken = /Socket errors: (connect [1-9]|.*(read|write) [1-9])/.test(stdout)
    if (broken) throw new Error(`${method} ${url}: connections broke`)
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    }
  } finally {
    removeFolder(folder)
  }
}

/** Tells the bodies of one load from those of the others. */
let loads = 0

const lua = (method, headers, body) => `
local n = 0
local run = ${++loads}
local headers = { ${Object.entries(headers)
  .map(([name, value]) => `["${name}"] = "${value}"`)
  .join(', ')} }
function request()
  n = n + 1
  return wrk.format("${method}", nil, headers, ${body ?? 'nil'})
end
`

function milliseconds(match) {
  const [, number, unit] = match ?? []
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit]
}
