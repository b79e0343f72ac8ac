import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newFolder, removeFolder } from './folders.mjs'

const run = promisify(execFile)

/** Whether wrk is installed. wrk sends the load, since a client on Node would be slower than some of the servers. */
export const hasWrk = () =>
  run('wrk', ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )

/**
 * Repeats a request as fast as possible; `tenth` replaces each tenth request.
 * @param {string} url with the path of the request and the beginning of its query
 * @param {Partial<import('./workload.mjs').Request> & { connections?: number, seconds?: number }} options `query` and
 *   `body` are Lua expressions for request number `n` of load number `run`; `seconds` may be a fraction
 * @returns requests per second, and the 99th percentile of the latency in milliseconds
 */
export async function load(url, { connections = 32, seconds = 3, ...request } = {}) {
  const { method = 'GET' } = request
  const folder = newFolder()
  try {
    const script = join(folder, 'request.lua')
    writeFileSync(script, lua(request))
    const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', '-s', script, url]
    const running = run('wrk', args)
    // wrk accepts whole seconds only, and prints its results on SIGINT.
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

/** Number of loads so far; each load has its number in its bodies, so that they differ from those of other loads. */
let loads = 0

const lua = ({ tenth, ...request }) => `
local n = 0
local run = ${++loads}
${tenth ? `local function tenth() return ${formatted(tenth)} end` : ''}
function request()
  n = n + 1
  ${tenth ? 'if n % 10 == 0 then return tenth() end' : ''}
  return ${formatted({ ...request, path: undefined })}
end
`

/** @param {Partial<import('./workload.mjs').Request>} request its path is that of the URL by default */
const formatted = ({ method = 'GET', path, query, headers = {}, body }) => {
  const fields = Object.entries(headers).map(([name, value]) => `["${name}"] = "${value}"`)
  const pathInLua = path === undefined ? 'wrk.path' : `'${path}'`
  return `wrk.format("${method}", ${pathInLua} .. ${query ?? "''"}, { ${fields.join(', ')} }, ${body ?? 'nil'})`
}

function milliseconds(match) {
  const [, number, unit] = match ?? []
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit]
}
