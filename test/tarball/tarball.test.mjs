// Tests the packed package, installed into an empty folder.
// Usage, after a build: npm run test:tarball.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { startServer } from '../../bench/server-process.mjs'
import { installedSize, installTarball } from './install.mjs'

const run = promisify(execFile)
const inRepository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const folder = installTarball()
after(() => rmSync(folder, { recursive: true }))
const home = join(folder, 'node_modules/nestbox')
const program = join(folder, 'node_modules/.bin/nestbox')
const nestbox = (...args) => run(process.execPath, [program, ...args], { cwd: folder })
/** Runs source text as a module in the folder. */
const runScript = (text, type = 'module') =>
  run(process.execPath, [`--input-type=${type}`, '--eval', text], { cwd: folder })

const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))

/** The paths of all files of the package. */
const files = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(home, join(entry.parentPath, entry.name)))
const read = (path, encoding) => readFileSync(join(home, path), encoding)

/** The names of the bundled packages, from the comments that esbuild writes above their modules. */
const bundled = new Set(
  files
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [
      ...read(path, 'utf8').matchAll(/^\s*(?:\/\/ |")(?:\S*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm),
    ])
    .map(([, name]) => name),
)

describe('the installed package', () => {
  const { packages, bytes } = installedSize(folder)

  it(`an install has at most 10 packages and 8 MB: ${packages.length} and ${(bytes / 1e6).toFixed(1)} MB`, () => {
    assert.ok(packages.length <= 10, packages.join('\n'))
    assert.ok(bytes <= 8_000_000)
  })

  it('the package has no install script, which npm would run or warn about', () => {
    const { scripts } = JSON.parse(read('package.json', 'utf8'))
    const installScripts = ['preinstall', 'install', 'postinstall', 'prepare']
    assert.deepEqual(
      installScripts.filter((name) => name in scripts),
      [],
    )
  })

  it('the package has no sources, tests or proof', () => {
    const developmentFiles = files.filter((path) =>
      /\.tsx?$|\.test\.|testing\/(?!vitest|playwright)|proof/.test(path.replace(/\.d\.ts$/, '')),
    )
    assert.deepEqual(developmentFiles, [])
  })

  it('the package has the license of every bundled package', () => {
    const licenses = read('dist/LICENSES.txt', 'utf8')
    const missing = [...bundled].filter((name) => !new RegExp(`^${name} \\d\\S*, \\S+$`, 'm').test(licenses))
    assert.ok(bundled.has('koa') && bundled.has('zod') && bundled.has('undici'), [...bundled].join())
    assert.deepEqual(missing, [])
    for (const path of ['assets/console.LICENSES.txt', 'assets/docs/LICENSE', 'assets/docs/NOTICE']) {
      assert.ok(read(`dist/${path}`, 'utf8') !== '', path)
    }
  })

  it('the bill of materials has every package that is bundled or served to browsers', () => {
    const { bomFormat, components } = JSON.parse(read('dist/sbom.cdx.json', 'utf8'))
    assert.equal(bomFormat, 'CycloneDX')
    const names = new Set(components.map(({ name }) => name))
    const missing = [...bundled, 'preact', 'swagger-ui-dist'].filter((name) => !names.has(name))
    assert.deepEqual(missing, [])
    for (const { purl, licenses } of components) {
      assert.match(purl, /^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+/)
      assert.ok(licenses[0].expression, purl)
    }
  })

  it('the source maps have the modules of this repository, without their text', () => {
    const maps = files.filter((path) => path.endsWith('.map')).map((path) => JSON.parse(read(path, 'utf8')))
    const sources = maps.flatMap((map) => map.sources)
    assert.ok(sources.some((path) => path.endsWith('/src/nestbox.ts')))
    assert.deepEqual(
      sources.filter((path) => !/^(?:\.\.\/)+(?:src|bin|conformance)\//.test(path)),
      [],
    )
    assert.deepEqual(
      maps.filter((map) => map.sourcesContent),
      [],
    )
  })

  it('no file contains a path of the machine that built the package', () => {
    const folders = [inRepository('.'), join(homedir(), '/')].filter((path) => path !== '/')
    const filesWithPaths = files
      .filter((path) => path.startsWith('dist/'))
      .filter((path) => {
        const content = read(path)
        const text = (path.endsWith('.gz') ? gunzipSync(content) : content).toString('latin1')
        return folders.some((each) => text.includes(each))
      })
    assert.deepEqual(filesWithPaths, [])
  })
})

describe('the installed program', () => {
  it('the program prints its version', async () => {
    assert.equal((await nestbox('--version')).stdout, `${version}\n`)
  })

  it('check --self finds that the mock server conforms', async () => {
    assert.match((await nestbox('check', '--self')).stdout, /conforms/i)
  })

  it('openapi prints an OpenAPI 3.1 document', async () => {
    const { stdout } = await nestbox('openapi')
    assert.equal(JSON.parse(stdout).openapi.slice(0, 4), '3.1.')
  })

  it('the mock server loads at most 8 files for its first response, and no fixtures', async () => {
    const coverage = join(folder, 'coverage')
    const server = await startServer([program, '--port', '0', '--quiet', '--token', 'rootClient=t'], {
      cwd: folder,
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    })
    const headers = { authorization: 'Bearer t' }
    const list = await fetch(`${server.url}/api/admin/database-hosts/1/databases`, { headers })
    assert.equal((await list.json()).object, 'list')
    await server.stop()
    // Each loaded file delays the start, and so does generating a world.
    const loaded = readdirSync(coverage)
      .flatMap((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')).result)
      .filter(({ url }) => url.includes('/nestbox/dist/'))
      .map(({ url }) => url.split('/').at(-1))
    assert.ok(loaded.length <= 8, loaded.join('\n'))
    assert.ok(
      loaded.some((name) => name.startsWith('ready-made-')),
      loaded.join('\n'),
    )
    assert.ok(!loaded.some((name) => name.startsWith('fixtures-')), loaded.join('\n'))
  })

  it('the mock server serves the console and the API reference', async () => {
    const server = await startServer([program, '--port', '0', '--quiet'], { cwd: folder })
    for (const page of ['/', '/_nestbox/docs']) {
      const html = await (await fetch(server.url + page, { headers: { accept: 'text/html' } })).text()
      const parts = [...html.matchAll(/(?:src|href)="((?!data:|\/)[^"]+)"/g)].map(([, path]) => path)
      assert.ok(parts.length >= 2, html)
      for (const path of parts) {
        assert.equal((await fetch(new URL(path, server.url + page))).status, 200, path)
      }
    }
    await server.stop()
  })

  it('the mock server generates a world for a seed, reads bodies and uploads, and reloads a data file', async () => {
    const args = [
      '--port',
      '0',
      '--quiet',
      '--seed',
      'another',
      '--data',
      'world.json',
      '--token',
      'rootClient=t',
    ]
    const server = await startServer([program, ...args], { cwd: folder })
    const headers = { authorization: 'Bearer t' }
    const send = (method, path, body) => fetch(server.url + path, { method, headers, body })
    const file = await (await fetch(`${server.url}/_nestbox/example-egg.json`)).blob()
    const form = new FormData()
    form.append('import_file', file, 'egg.json')
    assert.equal((await send('POST', '/api/admin/eggs/1/import', form)).status, 200)
    const tags = new Blob([JSON.stringify({ tags: [1] })], { type: 'application/json' })
    assert.equal((await send('PUT', '/api/admin/nodes/1/tags', tags)).status, 200)
    await server.stop()
    const again = await startServer([program, ...args], { cwd: folder })
    await again.stop()
  })
})

describe('the installed library', () => {
  it('the entries without a test runner can be imported', async () => {
    const { stdout } = await runScript(`
      import { GapSettings, startNestbox } from 'nestbox'
      import { checks, readTarget, run } from 'nestbox/conformance'
      const nestbox = await startNestbox({ gapSettings: new GapSettings(), today: '2026-06-01' })
      const { verdict } = await run({ target: readTarget(nestbox.target, 'it'), checks: checks.slice(0, 3) })
      await nestbox.close()
      console.log(nestbox.checksum, verdict)
    `)
    assert.equal(stdout, 'f8de11723e1c conforms\n')
  })

  it('import and require load the same module', async () => {
    const { stdout } = await runScript(
      `import('nestbox').then(({ GapSettings }) => console.log(require('nestbox').GapSettings === GapSettings))`,
      'commonjs',
    )
    assert.equal(stdout, 'true\n')
  })
})

describe('the published types', () => {
  const programs = {
    'alone.ts': `
      import { GapSettings, startNestbox, type Backup, type NestboxOptions, type Page, type Server } from 'nestbox'
      import { checks, readTarget, reporters, run, type Verdict } from 'nestbox/conformance'

      const options: NestboxOptions = { gapSettings: new GapSettings(), scenario: 'empty' }
      const nestbox = await startNestbox(options)
      export const email: string | undefined = nestbox.world.tables.users.get(1)?.email
      const findings = await run({ target: readTarget(nestbox.target, 'it'), checks })
      export const verdict: Verdict = findings.verdict
      export const report: string = reporters.json(findings, { version: '1', command: 'none' })
      export const read = ({ bytes, checksum }: Backup): [number, string | null | undefined] => [bytes, checksum]
      export const size = ({ meta }: Page<Server>): number => meta.pagination.total
      // @ts-expect-error a backup has no such field
      export const wrong = ({ nothing }: Backup) => nothing
    `,
    'common.cts': `
      import { BadOption, GapSettings, startNestbox, type Bodies, type ErrorBody, type Make, type Server } from 'nestbox'

      export const settings: GapSettings = new GapSettings()
      export const body: Bodies['createUser'] = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' }
      export const reason = ({ errors }: ErrorBody): string | undefined => errors[0]?.detail
      export const name = ({ name }: Server): string => name
      export const world = (make: Make) => make.backups(3, { of: make.server({ status: 'suspended' }), is_successful: false })
      export const isOption = (error: unknown): string | undefined => (error instanceof BadOption ? error.message : undefined)
      export const start = async (): Promise<string> => (await startNestbox({ gapSettings: settings, world })).url
      // @ts-expect-error a server has no such field
      export const wrong = (make: Make) => make.server({ nam: 'x' })
    `,
    'with-runners.ts': `
      import { GapSettings } from 'nestbox'
      import { nestboxTest, test } from 'nestbox/testing/vitest'
      import { test as inBrowser } from 'nestbox/testing/playwright'
      import { conformanceTests } from 'nestbox/vitest'

      conformanceTests({ baseUrl: 'http://127.0.0.1', disposable: false, tokens: {}, resources: {}, requests: {}, headers: {} })
      test('has a URL', ({ nestbox }) => void nestbox.url.length)
      // The option accepts the class that another entry exports.
      nestboxTest({ gapSettings: new GapSettings() })('has a URL', ({ nestbox }) => void nestbox.url.length)
      inBrowser('opens the console', async ({ nestbox, page }) => void (await page.goto(nestbox.url)))
    `,
  }
  /** `alone` has no types of other packages. */
  const settings = [
    { name: 'alone', files: ['alone.ts', 'common.cts'], types: [], lib: ['es2022'] },
    { name: 'with runners', files: ['with-runners.ts'], types: ['node'], lib: ['es2022', 'dom'] },
  ]
  const moduleSettings = [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]
  // Only the nightly run compiles everything with both compilers and both module resolutions.
  const isWhole = process.env['TEST_ROWS'] === 'all'
  const [alone, withRunners] = settings
  const [node16, bundler] = moduleSettings
  const compilers = isWhole
    ? settings.flatMap((setting) =>
        moduleSettings.flatMap((modules) =>
          ['typescript', 'typescript5'].map((compiler) => ({ compiler, setting, modules })),
        ),
      )
    : [
        { compiler: 'typescript5', setting: alone, modules: node16 },
        { compiler: 'typescript', setting: alone, modules: bundler },
        { compiler: 'typescript', setting: withRunners, modules: node16 },
      ]

  for (const name of ['vitest', '@playwright', '@types']) {
    symlinkSync(inRepository(`node_modules/${name}`), join(folder, 'node_modules', name))
  }
  for (const [file, text] of Object.entries(programs)) writeFileSync(join(folder, file), text)
  for (const { compiler, setting, modules } of compilers) {
    const { name, files, ...own } = setting
    const [module, moduleResolution] = modules
    it(`programs ${name} compile with ${compiler} and the module resolution ${moduleResolution}`, async () => {
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false }
      const compilerOptions = { ...strict, noEmit: true, target: 'es2022', ...own, module, moduleResolution }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
      const tsc = inRepository(`node_modules/${compiler}/bin/tsc`)
      const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
      assert.equal(stdout, '')
    })
  }
})
