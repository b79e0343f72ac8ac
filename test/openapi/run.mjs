// Tests the OpenAPI description with tools of others: a linter, three generators of clients whose output must compile, and
// a proxy that compares each response of a run of the kit with the description.
// Usage, after a build: npm run test:openapi. It installs the tools into a temporary folder.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from '../../bench/server-process.mjs'
import { freePort } from '../free-port.mjs'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))

/** The tools, in the newest versions that run on Node 20. */
const tools = {
  '@redocly/cli': '2.77.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  '@hey-api/openapi-ts': '0.99.0',
  '@stoplight/prism-cli': '5.14.2',
  typescript: '5.9.3',
}

const descriptions = {
  literal: [],
  companions: ['--gap', 'operations.beyond=companions'],
  panel: ['--gaps', 'panel'],
}

const folder = mkdtempSync(join(tmpdir(), 'nestbox-openapi-'))
const tool = (name, ...args) => run(join(folder, 'node_modules/.bin', name), args, { cwd: folder })
const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content))

async function install() {
  write('package.json', { private: true, type: 'module', dependencies: tools })
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  write('tsconfig.json', {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
    },
    include: ['generated'],
  })
}

const lint = (name) => tool('redocly', 'lint', `${name}.json`, '--extends', 'recommended')

async function generate(name) {
  const output = join(folder, 'generated', name)
  await tool('openapi-typescript', `${name}.json`, '--output', `${output}/types.ts`)
  await tool('orval', '--input', `${name}.json`, '--output', `${output}/orval.ts`, '--client', 'fetch')
  await tool('openapi-ts', '--input', `${name}.json`, '--output', `${output}/openapi-ts`)
  await tool('tsc', '--project', '.')
}

/** The differences between responses of the mock server and its description, as Prism sees them in a run of the kit. */
async function differences(name) {
  const server = await startServer([program, '--port', '0', '--quiet', ...descriptions[name]])
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const prism = spawn(
    join(folder, 'node_modules/.bin/prism'),
    ['proxy', `${name}.json`, server.url, '--port', String(port)],
    { cwd: folder, stdio: 'ignore', detached: true },
  )
  try {
    const target = await (await fetch(`${server.url}/_nestbox/target.json`)).json()
    write('target.json', { ...target, baseUrl })
    for (let tries = 0; !(await responds(baseUrl)); tries += 1) {
      if (tries === 300) throw new Error('Prism does not respond')
      await sleep(100)
    }
    const har = join(folder, 'run.har')
    await run(
      process.execPath,
      [
        program,
        'check',
        baseUrl,
        '--target',
        'target.json',
        '--reporter',
        `har=${har}`,
        '--allow-incomplete',
      ],
      {
        cwd: folder,
      },
    )
    const { entries } = JSON.parse(readFileSync(har, 'utf8')).log
    // The kit also requests other spellings of paths, which Prism decodes and the description does not promise.
    const asDescribed = entries.filter(({ request }) => request.url.startsWith(`${baseUrl}/api/`))
    const found = asDescribed.flatMap(({ request, response }) => {
      const header = response.headers.find((each) => each.name.toLowerCase() === 'sl-violations')
      const own = JSON.parse(header?.value ?? '[]').filter(({ location }) => location[0] === 'response')
      return own.map(
        ({ location, message }) =>
          `${request.method} ${request.url} ${response.status} ${location.join('/')} ${message}`,
      )
    })
    return { requests: asDescribed.length, found }
  } finally {
    process.kill(-prism.pid)
    await server.stop()
  }
}

const responds = (url) =>
  fetch(url).then(
    () => true,
    () => false,
  )

let failed = 0
/** Runs a step and prints whether it passed. */
async function step(name, task) {
  try {
    console.log(`passed  ${name}${(await task()) ?? ''}`)
  } catch (error) {
    failed += 1
    console.log(`FAILED  ${name}\n${error.stdout ?? ''}\n${error.stderr ?? error.stack}`)
  }
}

try {
  await install()
  for (const [name, args] of Object.entries(descriptions)) {
    const { stdout } = await run(process.execPath, [program, 'openapi', ...args], { maxBuffer: 10_000_000 })
    writeFileSync(join(folder, `${name}.json`), stdout)
    await step(`${name}: redocly lint`, async () => void (await lint(name)))
    await step(`${name}: three generated clients compile`, async () => void (await generate(name)))
    await step(`${name}: responses of a run of the kit match the description`, async () => {
      const { requests, found } = await differences(name)
      if (found.length > 0) throw new Error([...new Set(found)].slice(0, 20).join('\n'))
      return ` (${requests} requests)`
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
