// Tests the built mock server with client libraries of the panel API from npm. Exits with 1 if a call fails.
// Usage, after a build: npm run test:clients. It installs the libraries into a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GapSettings, startNestbox } from '../../dist/src/index.js'
import { fixturesFor } from './fixtures.mjs'
import { install } from './install.mjs'
import { libraries } from './libraries.mjs'
import { operations } from './operations.mjs'
import { failureText, table } from './table.mjs'

/** Milliseconds that one call of a library may take. */
const callTimeoutMs = 10_000

/** Errors of promises that a library does not await. */
const unhandledErrors = []
process.on('unhandledRejection', (error) => unhandledErrors.push(error))

const folder = mkdtempSync(join(tmpdir(), 'nestbox-clients-'))
const outcomes = []
try {
  const load = install(folder, libraries)
  const gapSettings = new GapSettings()
    .set('operations.beyond', 'panel')
    .set('path.short-identifier', 'accept')
  const nestbox = await startNestbox({ gapSettings })
  for (const library of libraries) outcomes.push(...(await outcomesOf(library, load, nestbox)))
  await nestbox.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(table(outcomes))
// Some libraries keep connections open, so the process would not end by itself.
process.exit(outcomes.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0)

async function outcomesOf(library, load, { url, tokens }) {
  const read = async (path, token = tokens.rootClient) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const fixtures = await fixturesFor(read, tokens.userClient, libraries.indexOf(library))
  const clients = library.open(load(library.name), {
    url,
    application: tokens.application,
    client: tokens.userClient,
  })
  const found = []
  for (const operation of Object.keys(operations)) {
    const failure = await failureOf(library.calls[operation], operation, clients, fixtures, read)
    found.push({ library, operation, ...outcomeOf(failure, library, operation) })
  }
  for (const error of unhandledErrors.splice(0)) {
    found.push({ library, operation: 'unhandled error', outcome: 'FAILED', reason: failureText(error) })
  }
  return found
}

async function failureOf(call, operation, clients, fixtures, read) {
  try {
    const actual = await withTimeout(callTimeoutMs, call?.(clients, fixtures))
    const expected = await operations[operation](read, fixtures)
    if (isDeepStrictEqual(actual, expected)) return undefined
    return new Error(`the result is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  } catch (error) {
    return error
  }
}

function outcomeOf(failure, { calls, known }, operation) {
  const knownReason = known[operation]
  if (!calls[operation]) return { outcome: '-' }
  if (failure === undefined && knownReason === undefined) return { outcome: 'works' }
  if (failure === undefined) {
    return { outcome: 'FAILED', reason: `The call works, but its failure is known: ${knownReason}` }
  }
  return knownReason === undefined
    ? { outcome: 'FAILED', reason: failureText(failure) }
    : { outcome: 'known', reason: knownReason }
}

function withTimeout(milliseconds, promise) {
  let timer
  const timeout = new Promise((_, reject) => {
    const error = new Error(`the call took more than ${milliseconds} ms`)
    timer = setTimeout(reject, milliseconds, error)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
