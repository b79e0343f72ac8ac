// Compares the mock server with a bare Koa server that sends the same bytes, and with other mock servers, in
// interleaved rounds. Usage, after a build, on Linux: npm run bench [-- --help].
import { cpus } from 'node:os'
import { installedSizes, installPackages } from './installs.mjs'
import { hasWrk } from './load.mjs'
import { throughput, throughputBesideReads } from './measure.mjs'
import { Measurements } from './measurements.mjs'
import { readOptions, UsageError, usage } from './options.mjs'
import { peersFor } from './peers.mjs'
import { report } from './report.mjs'
import { runRound } from './round.mjs'
import { bareKoa, handwrittenKoa, nestboxes } from './subjects.mjs'
import { prepareWorkload } from './workload.mjs'

const options = readOptionsOrExit()
if (options.wantsHelp) {
  console.log(usage)
  process.exit()
}
if (!(await hasWrk())) exitWith('The benchmark needs wrk; on Debian: apt-get install wrk.')
// A signal alone would skip the `exit` listeners, which stop the servers and remove their folders.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const started = performance.now()
const omissions = new Set()
const workload = await prepareWorkload()
const bare = bareKoa(workload)
const handwritten = handwrittenKoa(workload)
const mocks = nestboxes(workload)
const peers = options.withPeers ? peersFor(workload).map(withPackages) : []
const installedPeers = peers.filter(({ home }) => home !== undefined)
const allSubjects = [bare, handwritten, ...Object.values(mocks), ...installedPeers]

const isSelected = (name) => options.cases.includes(name)
/** @type {import('./round.mjs').Case[]} */
const cases = [
  ...Object.keys(workload.requests).map((name) => ({
    name,
    subjects: allSubjects.filter(({ requests }) => requests[name]),
    measure: (url, { requests }) => throughput(url, requests[name], options.seconds),
  })),
  {
    name: 'file',
    subjects: [bare, mocks.large, mocks.largeFile],
    measure: (url, { requests }) =>
      throughputBesideReads(url, requests.create, options.seconds, workload.shortRead),
  },
].filter(({ name }) => isSelected(name))
const subjects = allSubjects.filter(
  (subject) => isSelected('start') || cases.some(({ subjects }) => subjects.includes(subject)),
)

const measurements = new Measurements()
for (let round = 0; round < options.rounds; round += 1) {
  await runRound(subjects, cases, round % 2 === 1, async (name, subject, measure) => {
    showProgress(`round ${round + 1} of ${options.rounds}, ${name}: ${subject.name}`)
    try {
      measurements.add(subject, round, name, await measure())
    } catch (error) {
      if (!peers.includes(subject)) throw error
      omit(`${subject.name}, ${name}: ${error.cause?.message ?? error.message}.`)
    }
  })
}
showProgress('measuring the sizes of installed packages')
const sizes = isSelected('install') ? installedSizes(mocks.small, installedPeers) : []
showProgress('')

const { rounds, seconds } = options
console.log(`Node ${process.version}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}.`)
console.log(
  `Medians of ${rounds} interleaved rounds; each load lasts ${seconds} s over 32 connections, or 1.\n`,
)
console.log(report({ measurements, bare, handwritten, mocks, peers, sizes }))
for (const sentence of omissions) console.log(`- Left out: ${sentence}`)
console.log(`The benchmark took ${Math.round((performance.now() - started) / 1_000)} s.`)

function readOptionsOrExit() {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    exitWith(error.message)
  }
}

function exitWith(sentence) {
  console.error(sentence)
  process.exit(2)
}

/** A peer with the folder of its packages as `home`; without `home` if npm cannot install them. */
function withPackages(peer) {
  showProgress(`installing ${peer.packages.join(' and ')}`)
  try {
    return { ...peer, home: installPackages(peer.packages) }
  } catch (error) {
    omit(`${peer.name}: ${error.message}.`)
    return peer
  }
}

function omit(sentence) {
  omissions.add(sentence)
  showProgress('')
  console.error(`Left out: ${sentence}`)
}

/** Overwrites the progress line of a terminal; other outputs get no progress. */
function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
