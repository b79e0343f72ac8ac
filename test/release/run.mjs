// Rehearses a release: prints its notes, publishes the package to a registry on this machine, and uses it from there in an empty folder.
// Usage, after a build: npm run test:release. It installs the registry (verdaccio) into a temporary folder.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../free-port.mjs'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'nestbox-release-'))
const empty = join(folder, 'empty')
mkdirSync(empty)

/** Starts a registry that stores one package and knows no other registry. */
async function startRegistry() {
  // A package of the registry depends on a dist-tag of node-fetch, which not every mirror of npm has.
  const dependencies = { dependencies: { verdaccio: '6' }, overrides: { 'node-fetch': '^2.7.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(dependencies))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  const port = await freePort()
  writeFileSync(
    join(folder, 'registry.yaml'),
    `storage: ${join(folder, 'storage')}\npackages:\n  '**': { access: $all, publish: $all }\nlog: { type: stdout, format: pretty, level: error }\n`,
  )
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const registry = spawn(
    process.execPath,
    [program, '--config', join(folder, 'registry.yaml'), '--listen', `127.0.0.1:${port}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { url, stop: () => registry.kill() }
    assert.ok(tries < 300, 'the registry does not respond')
    await sleep(100)
  }
}

const { stdout: notes } = await run(process.execPath, ['scripts/release-notes.mjs', `v${version}`], {
  cwd: repository,
})
console.log(`The notes of v${version} have ${notes.trim().split('\n').length} lines.`)

const registry = await startRegistry()
try {
  // npm publishes only with a token, and the registry accepts any.
  writeFileSync(
    join(folder, 'npmrc'),
    `registry=${registry.url}\n${registry.url.replace('http:', '')}:_authToken=any\n`,
  )
  const env = {
    ...process.env,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
    // `dist` is built.
    npm_config_ignore_scripts: 'true',
  }
  await run('npm', ['publish', '--access', 'public'], { cwd: repository, env })
  const npx = async (...args) => (await run('npx', ['--yes', 'nestbox', ...args], { cwd: empty, env })).stdout

  assert.equal((await npx('--version')).trim(), version)
  console.log(`npx nestbox --version prints ${version}`)
  const report = await npx('check', '--self')
  assert.match(report, /exit code 0/)
  console.log(report.trim().split('\n').slice(-2).join('\n'))
} finally {
  registry.stop()
  rmSync(folder, { recursive: true, force: true })
}
