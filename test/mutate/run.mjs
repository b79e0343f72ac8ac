// Makes small changes in the store and the routes (mutants), one at a time, and reports those that no test notices.
// Usage: npm run mutate [-- <file> ...]. It installs Stryker into a temporary folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The newest version of Stryker that runs on Node 20. */
const version = '9.6.1'

/** The mutated sources, the tests that must notice the mutants, and a module that is loaded before the tests. */
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
const requestedFiles = process.argv.slice(2).map((path) => relative(root, resolve(path)))
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

/** Installs Stryker, and links the Vitest of this repository next to it. */
async function install() {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const specs = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...specs], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction')
  return import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve('@stryker-mutator/core')))
}

async function mutantsOf({ sources, tests, setup }, Stryker) {
  const chosen = requestedFiles.filter((path) => sources.some((source) => path.startsWith(source)))
  if (requestedFiles.length > 0 && chosen.length === 0) return []
  process.env.MUTATE_TESTS = tests.join(' ')
  process.env.MUTATE_SETUP = setup
  const all = sources.map((source) => (source.endsWith('/') ? `${source}**/*.ts` : source))
  const stryker = new Stryker({
    mutate: [...(requestedFiles.length > 0 ? chosen : all), '!**/*.test.ts', '!**/testing/**'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutate/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    reporters: ['progress-append-only'],
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    tempDirName: join(folder, 'sandbox'),
    // A missing file, since Stryker needs an older TypeScript to read a tsconfig.json, and can do without one.
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
  const lines = all.filter((mutant) => !isDetected(mutant)).map(descriptionOf)
  const folders = [...new Set(all.map(({ file }) => dirname(file)))]
  const scores = folders.map((name) => score(name, (file) => dirname(file) === name, all))
  console.log(['', 'Not detected:', ...lines, '', ...scores, score('all', () => true, all)].join('\n'))
}

/** Whether a test fails with the mutant, or the mutant prevents the tests from ending or running. */
function isDetected({ status }) {
  return ['Killed', 'Timeout', 'RuntimeError'].includes(status)
}

function descriptionOf({ file, location, mutatorName, replacement, status }) {
  const { start, end } = location
  const lines = readFileSync(file, 'utf8').split('\n')
  const isOneLine = start.line === end.line
  const code = lines[start.line - 1].slice(start.column - 1, isOneLine ? end.column - 1 : undefined)
  const change = `${code}${isOneLine ? '' : ' ...'} -> ${replacement.replaceAll(/\s+/g, ' ')}`
  const remark = status === 'NoCoverage' ? ', which no test runs' : ''
  return `  ${file}:${start.line}:${start.column}  ${mutatorName}${remark}: ${change}`
}

function score(name, isIncluded, all) {
  const included = all.filter(({ file }) => isIncluded(file))
  const detected = included.filter(isDetected).length
  return `${name.padEnd(12)} ${((100 * detected) / included.length).toFixed(2)} % (${detected} of ${included.length})`
}
