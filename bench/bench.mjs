// Compares the mock with a bare Koa that answers the same bytes, and with other mock servers, in one
// interleaved run. Usage, after a build, on Linux: npm run bench [-- --help].
import { cpus } from 'node:os'
import { Figures } from './figures.mjs'
import { prepare } from './given.mjs'
import { installed, weights } from './install.mjs'
import { hasWrk } from './load.mjs'
import { speed, speedAndWaits } from './measure.mjs'
import { readOptions, UsageError, usage } from './options.mjs'
import { peersFor } from './peers.mjs'
import { report } from './report.mjs'
import { play } from './rounds.mjs'
import { bareKoa, nestboxes, usualKoa } from './subjects.mjs'

const options = readOrRefuse()
if (options.wantsHelp) {
  console.log(usage)
  process.exit()
}
if (!(await hasWrk())) refuse('The benchmark needs wrk; on Debian: apt-get install wrk.')
// Else servers and their folders would be left behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const started = performance.now()
const leftOut = new Set()
const given = await prepare()
const bare = bareKoa(given)
const usual = usualKoa(given)
const mocks = nestboxes(given)
const peers = options.withPeers ? peersFor(given).map(atHome) : []
const ready = peers.filter(({ home }) => home !== undefined)
const everybody = [bare, usual, ...Object.values(mocks), ...ready]

const wanted = (name) => options.cases.includes(name)
/** @type {import('./rounds.mjs').Case[]} */
const cases = [
  ...Object.keys(given.requests).map((name) => ({
    name,
    subjects: everybody.filter(({ requests }) => requests[name]),
    measure: (url, { requests }) => speed(url, requests[name], options.seconds),
  })),
  {
    name: 'file',
    subjects: [bare, mocks.large, mocks.largeFile],
    measure: (url, { requests }) => speedAndWaits(url, requests.create, options.seconds, given.light),
  },
].filter(({ name }) => wanted(name))
const subjects = everybody.filter(
  (each) => wanted('start') || cases.some(({ subjects }) => subjects.includes(each)),
)

const seen = new Figures()
for (let round = 0; round < options.rounds; round += 1) {
  await play(subjects, cases, round % 2 === 1, async (name, subject, look) => {
    progress(`round ${round + 1} of ${options.rounds}, ${name}: ${subject.name}`)
    try {
      seen.add(subject, round, name, await look())
    } catch (error) {
      if (!peers.includes(subject)) throw error
      leaveOut(`${subject.name}, ${name}: ${error.cause?.message ?? error.message}.`)
    }
  })
}
progress('weighing what is installed')
const installs = wanted('install') ? weights(mocks.small, ready) : []
progress('')

const { rounds, seconds } = options
console.log(`Node ${process.version}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}.`)
console.log(`Medians of ${rounds} interleaved rounds, loads of ${seconds} s over 32 connections, or 1.\n`)
console.log(report({ seen, bare, usual, mocks, peers, installs }))
for (const sentence of leftOut) console.log(`- Left out: ${sentence}`)
console.log(`It took ${Math.round((performance.now() - started) / 1_000)} s.`)

function readOrRefuse() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    refuse(error.message)
  }
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(2)
}

/** A peer with the folder that its packages are in, if they can be had. */
function atHome(peer) {
  progress(`installing ${peer.packages.join(' and ')}`)
  try {
    return { ...peer, home: installed(peer.packages) }
  } catch (error) {
    leaveOut(`${peer.name}: ${error.message}.`)
    return peer
  }
}

function leaveOut(sentence) {
  leftOut.add(sentence)
  progress('')
  console.error(`Left out: ${sentence}`)
}

/** Says what is being done, where somebody is there to see it. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
