// Breaks the store, the routes and the pages in every small way, one at a time, and looks whether a test sees it.
// Usage: npm run mutate [-- <file> ...]. It installs Stryker into a temporary folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The last one for Node 20. */
const version = '9.6.1'

/** What is broken, by which tests that must be found, and what is loaded before them. */
const parts = [
  {
    sources: ['src/store/'],
    tests: ['src/store/**/*.test.ts'],
    setup: 'test/mutate/store.setup.ts',
  },
  {
    sources: ['src/routes/', 'src/routes/pagination.ts'],
    tests: ['src/routes/**/*.test.ts', 'src/routes/pagination.test.ts'],
    setup: 'test/mutate/routes.setup.ts',
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const asked = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const folder = mkdtempSync(join(tmpdir(), 'nestbox-mutate-'))
setPriority(constants.priority.PRIORITY_LOW)

try {
  const { Stryker } = await install()
  const mutants = []
  for (const part of parts) mutants.push(...(await mutantsOf(part, Stryker)))
  report(mutants)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Stryker by itself, with the Vitest that runs the tests here. */
async function install() {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const wanted = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction')
  return import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve('@stryker-mutator/core')))
}

async function mutantsOf({ sources, tests, setup }, Stryker) {
  const chosen = asked.filter((path) => sources.some((source) => path.startsWith(source)))
  if (asked.length > 0 && chosen.length === 0) return []
  process.env.MUTATE_TESTS = tests.join(' ')
  process.env.MUTATE_SETUP = setup
  const all = sources.map((source) => (source.endsWith('/') ? `${source}**/*.ts` : source))
  const stryker = new Stryker({
    mutate: [...(asked.length > 0 ? chosen : all), '!**/*.test.ts', '!**/testing/**'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutate/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    reporters: ['progress-append-only'],
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    tempDirName: join(folder, 'sandbox'),
    // There is none of that name: what Stryker does with one asks for an older TypeScript, and is not needed here.
    tsconfigFile: 'tsconfig.none.json',
    allowConsoleColors: false,
  })
  return stryker.runMutationTest()
}

function report(mutants) {
  const all = mutants.map((mutant) => ({
    ...mutant,
    file: relative(root, mutant.fileName).replaceAll('\\', '/'),
  }))
  const lines = all.filter((mutant) => !isFound(mutant)).map(inWords)
  const folders = [...new Set(all.map(({ file }) => dirname(file)))]
  const scores = folders.map((name) => score(name, (file) => dirname(file) === name, all))
  console.log(['', 'Not found:', ...lines, '', ...scores, score('all', () => true, all)].join('\n'))
}

/** What breaks everything is found, too. */
function isFound({ status }) {
  return ['Killed', 'Timeout', 'RuntimeError'].includes(status)
}

function inWords({ file, location, mutatorName, replacement, status }) {
  const { start, end } = location
  const lines = readFileSync(file, 'utf8').split('\n')
  const isShort = start.line === end.line
  const code = lines[start.line - 1].slice(start.column - 1, isShort ? end.column - 1 : undefined)
  const change = `${code}${isShort ? '' : ' ...'} -> ${replacement.replaceAll(/\s+/g, ' ')}`
  const remark = status === 'NoCoverage' ? ', which no test gets to' : ''
  return `  ${file}:${start.line}:${start.column}  ${mutatorName}${remark}: ${change}`
}

function score(name, isMeant, all) {
  const those = all.filter(({ file }) => isMeant(file))
  const found = those.filter(isFound).length
  return `${name.padEnd(12)} ${((100 * found) / those.length).toFixed(2)} % (${found} of ${those.length})`
}
