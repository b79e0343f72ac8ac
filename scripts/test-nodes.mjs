// Runs all tests on several versions of Node, one after the other.
// Usage: npm run test:nodes [-- <version> ...]. It installs the versions into a temporary folder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24']
const root = fileURLToPath(new URL('..', import.meta.url))
const onWindows = process.platform === 'win32'

const invalid = versions.find((version) => !/^\d+(?:\.\d+){0,2}$/.test(version))
if (invalid !== undefined) {
  process.stderr.write(
    `"${invalid}" is not a version of Node; a version is a number such as 22 or 20.19.0.\n`,
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'nestbox-nodes-'))
const outcomes = []
try {
  for (const version of versions) outcomes.push(outcomeOn(version))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const rows = [['node', 'passed', 'failed', 'skipped', 'seconds', ''], ...outcomes.map(({ row }) => row)]
const table = rows.map((row) =>
  row
    .map((text) => text.padEnd(9))
    .join(' ')
    .trimEnd(),
)
const failed = outcomes.flatMap(({ row, failures }) => failures.map((failure) => `${row[0]}  ${failure}`))
process.stdout.write(`\n${[...table, ...failed].join('\n')}\n`)
process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1

/** Runs build and tests with a version of Node, which is first on the PATH, so that child processes use it as well. */
function outcomeOn(version) {
  const node = install(version)
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  process.stdout.write(`\n== Node ${stdout}`)
  const file = join(folder, `${version}.json`)
  const started = Date.now()
  const status = npm(
    ['test', '--', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    root,
    env,
  )
  const seconds = Math.round((Date.now() - started) / 1000)
  const row = (passed, failed, skipped, remark) =>
    [stdout.trim(), passed, failed, skipped, seconds, remark].map(String)
  const report = reportIn(file)
  if (!report) return { isGood: false, failures: [], row: row('-', '-', '-', 'NO TEST RAN') }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const titles = failed.map(({ fullName }) => `${name} ${fullName}`)
    return titles.length === 0 && status === 'failed' ? [`${name} ${message}`] : titles
  })
  const remark = status === 0 ? '' : 'FAILED'
  return { isGood: status === 0, failures, row: row(numPassedTests, numFailedTests, numPendingTests, remark) }
}

/**
 * Installs a version of Node and returns the path of its program. The package of this platform contains the program;
 * the package `node` would run an install script that fetches it.
 */
function install(version) {
  const { arch, platform } = process
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${onWindows ? 'win' : platform}-${arch}`
  const prefixFolder = join(folder, version)
  const status = npm(
    [
      'install',
      '--prefix',
      prefixFolder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ],
    folder,
    process.env,
  )
  if (status !== 0) throw new Error(`npm cannot install ${name}@${version}.`)
  const bin = join(prefixFolder, 'node_modules', name, 'bin')
  return join(bin, readdirSync(bin).find((file) => /^node(?:\.exe)?$/.test(file)) ?? 'node')
}

/** Runs npm, on Windows in a shell, which treats only the spaces in these arguments specially. */
function npm(args, cwd, env) {
  const quoted = onWindows ? args.map((text) => `"${text}"`) : args
  return spawnSync('npm', quoted, { cwd, env, stdio: 'inherit', shell: onWindows }).status
}

function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
