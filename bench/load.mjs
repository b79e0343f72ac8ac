import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether wrk is installed: the load comes from it, so that the client is never the slower one. */
export const hasWrk = () =>
  run('wrk', ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )

/**
 * Sends the same kind of request over and over.
 * @param body a Lua expression for the body of request number `n`; none for a GET
 * @returns requests a second, and the 99th percentile of the latency in milliseconds
 */
export async function load(url, { method = 'GET', headers = {}, body, connections = 32, seconds = 3 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nestbox-bench-'))
  try {
    const script = join(folder, 'request.lua')
    writeFileSync(script, lua(method, headers, body))
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url]
    const { stdout } = await run('wrk', args)
    const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
    if (refused) throw new Error(`${method} ${url}: ${refused} requests were refused`)
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const lua = (method, headers, body) => `
local n = 0
local headers = { ${Object.entries(headers)
  .map(([name, value]) => `["${name}"] = "${value}"`)
  .join(', ')} }
local run = math.random(1, 1000000000)
function init(args) math.randomseed(os.time()); run = math.random(1, 1000000000) end
function request()
  n = n + 1
  return wrk.format("${method}", nil, headers, ${body ?? 'nil'})
end
`

function milliseconds(match) {
  const [, number, unit] = match ?? []
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit]
}
