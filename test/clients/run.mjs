// Runs client libraries of the panel API, as npm has them, against the built mock.
// Usage: npm run test:clients, after a build; it installs the libraries into a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GapSettings, startNestbox } from '../../dist/src/index.js'
import { gifts } from './gifts.mjs'
import { install } from './install.mjs'
import { libraries } from './libraries.mjs'
import { operations } from './operations.mjs'
import { inWords, table } from './table.mjs'

/** Milliseconds for one call of a library. */
const patience = 10_000

/** What goes wrong in promises that a library does not wait for. */
const strays = []
process.on('unhandledRejection', (error) => strays.push(error))

const folder = mkdtempSync(join(tmpdir(), 'nestbox-clients-'))
const outcomes = []
try {
  const load = install(folder, libraries)
  const gapSettings = new GapSettings()
    .set('operations.beyond', 'companions')
    .set('path.short-identifier', 'accept')
  const nestbox = await startNestbox({ gapSettings })
  for (const library of libraries) outcomes.push(...(await outcomesOf(library, load, nestbox)))
  await nestbox.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(table(outcomes))
// Said outright, as some libraries keep connections open for good.
process.exit(outcomes.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0)

async function outcomesOf(library, load, { url, tokens }) {
  const ask = async (path, token = tokens.rootClient) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const given = await gifts(ask, tokens.userClient, libraries.indexOf(library))
  const clients = library.open(load(library.name), {
    url,
    application: tokens.application,
    client: tokens.userClient,
  })
  const found = []
  for (const operation of Object.keys(operations)) {
    const failure = await failureOf(library.calls[operation], operation, clients, given, ask)
    found.push({ library, operation, ...judged(failure, library, operation) })
  }
  for (const stray of strays.splice(0)) {
    found.push({ library, operation: 'beside these', outcome: 'FAILED', why: inWords(stray) })
  }
  return found
}

async function failureOf(call, operation, clients, given, ask) {
  try {
    const got = await within(patience, call?.(clients, given))
    const wanted = await operations[operation](ask, given)
    if (isDeepStrictEqual(got, wanted)) return undefined
    return new Error(`${JSON.stringify(got)} came in the place of ${JSON.stringify(wanted)}`)
  } catch (error) {
    return error
  }
}

function judged(failure, { calls, known }, operation) {
  const reason = known[operation]
  if (!calls[operation]) return { outcome: '-' }
  if (failure === undefined && reason === undefined) return { outcome: 'works' }
  if (failure === undefined) return { outcome: 'FAILED', why: `It works, but is known not to: ${reason}` }
  return reason === undefined
    ? { outcome: 'FAILED', why: inWords(failure) }
    : { outcome: 'known', why: reason }
}

function within(milliseconds, promise) {
  let timer
  const late = new Promise((_, reject) => {
    const error = new Error(`no answer within ${milliseconds} ms`)
    timer = setTimeout(reject, milliseconds, error)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
