import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { clauses } from '../../src/contract/index.ts'
import { checks } from '../checks/index.ts'
import { mocks } from './mocks.ts'
import { prove, type Selection } from './proof.ts'
import type { Outcome } from './task.ts'

const usage = `Usage: npm run prove [-- [flags]]

Runs the proof of the kit and prints its figures.

      --full          judge all servers
      --explore       explore the servers instead of running the checks alone, which takes
                      hours without --sample
      --seed <text>   seed of the explorations [proof]
      --only <text>   judge the servers whose name has this text
      --sample <n>    judge every n-th server [1]
      --write         write the figures into CONTRIBUTING.md, with those of a sample of explorations
  -h, --help          print this help
`

const flags = readFlags()
const isExplored = flags.explore
const selection: Selection = {
  scope: isExplored ? 'explored' : flags.full ? 'full' : 'quick',
  ...{ only: flags.only, sample: flags.sample, seed: flags.seed },
}
/** Of explorations, the score has every so many. */
const sampleOfScore = 32
/**
 * Of the servers that only an exploration can find, the part that it must find within its requests, so that it does not
 * get worse; the goal is 0.95. A small sample says nothing about it.
 */
const leastFound = 0.9
const smallSample = 50

const isPart = isExplored || selection.only !== '' || selection.sample > 1
const isWritten = flags.write && !isPart
const started = performance.now()
let progressAt = started
const outcomes = await prove(selection, progress)
const score = isPart ? [] : figures()
const explored = isExplored
  ? outcomes
  : isWritten
    ? await prove({ ...selection, scope: 'explored', sample: sampleOfScore }, progress)
    : []
if (explored.length > 0) score.push(...explorationFigures())
const judged = [...new Set([...outcomes, ...explored])]
const open = isPart ? [] : unproved()
const isProved = open.length === 0 && !judged.some(isFault)
process.stdout.write(`${table([...perDimension(judged), ...score])}\n`)
for (const fault of [...judged.flatMap((outcome) => outcome.faults), ...open])
  process.stdout.write(`\n  ${fault}`)
process.stdout.write(isProved ? '\nThe kit is proved.\n' : '\n\nThe kit is not proved.\n')
process.exitCode = isProved ? 0 : 1
if (isWritten) await writeScore()

/** Reads the command line, and ends the process after the help or a wrong flag. */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: 'boolean' },
        explore: { type: 'boolean', default: false },
        seed: { type: 'string', default: 'proof' },
        only: { type: 'string', default: '' },
        sample: { type: 'string', default: '1' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    if (!/^[1-9]\d*$/.test(values.sample))
      throw new TypeError(
        `The value of --sample must be a whole number from 1 on, but it is "${values.sample}".`,
      )
    return { ...values, sample: Number(values.sample) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

/** Whether an outcome disproves the kit; of what only an exploration can find, a small part may be missed. */
function isFault({ kind, dimension, faults: own }: Outcome): boolean {
  if (own.length === 0) return false
  if (kind !== 'mutant' || !dimension.startsWith('only then')) return true
  const { missed, all } = found()
  return all >= smallSample && missed > all * (1 - leastFound)
}

/** The servers that the checks do not find, and how many of them an exploration misses. */
function found(): { readonly missed: number; readonly all: number; readonly requests: readonly number[] } {
  const mutants = explored.filter(({ kind, foundBy }) => kind === 'mutant' && foundBy !== 'the checks')
  const requests = mutants.flatMap(({ foundBy }) => (typeof foundBy === 'number' ? [foundBy] : []))
  return { all: mutants.length, missed: mutants.length - requests.length, requests }
}

function explorationFigures(): [label: string, figure: string][] {
  const mutants = explored.filter(({ kind }) => kind === 'mutant')
  const legal = explored.filter(({ kind }) => kind === 'legal')
  const { all, missed, requests } = found()
  const sorted = requests.toSorted((one, other) => one - other)
  const within = (part: number): string => String(sorted[Math.floor(sorted.length * part)] ?? 'none')
  return [
    ['mutants under a condition, caught by the checks', `${mutants.length - all} of ${mutants.length}`],
    ['mutants under a condition, caught by exploring', `${all - missed} of ${all}`],
    ['random requests until half of them were caught', within(0.5)],
    ['random requests until nine in ten were caught', within(0.9)],
    [
      'explored legal servers misjudged',
      `${legal.filter((each) => each.faults.length > 0).length} of ${legal.length}`,
    ],
  ]
}

/** Reports the progress once a minute. */
function progress(done: number, all: number): void {
  const now = performance.now()
  if (now - progressAt < 60_000) return
  progressAt = now
  process.stderr.write(`${done} of ${all} servers judged in ${Math.round((now - started) / 1000)} s\n`)
}

/** Checks that caught no mutant, and clauses that no caught mutant breaks. */
function unproved(): readonly string[] {
  const mutants = outcomes.filter(({ kind }) => kind === 'mutant')
  const proved = new Set(mutants.flatMap(({ caughtBy }) => caughtBy))
  const broken = new Set(mutants.flatMap(({ breaks }) => breaks))
  return [
    ...checks.filter(({ id }) => !proved.has(id)).map(({ id }) => `no mutant is caught by ${id}`),
    ...clauses.filter(({ id }) => !broken.has(id)).map(({ id }) => `no mutant that breaks ${id} is caught`),
  ]
}

function perDimension(judged: readonly Outcome[]): [label: string, figure: string][] {
  const names = [...new Set(judged.map(({ dimension }) => dimension))]
  return names.map((name) => {
    const own = judged.filter(({ dimension }) => dimension === name)
    const bad = own.filter((outcome) => outcome.faults.length > 0).length
    const isMutant = own[0]?.kind === 'mutant' || own[0]?.kind === 'alone'
    return [
      name,
      isMutant ? `${own.length - bad} of ${own.length} caught` : `${bad} of ${own.length} misjudged`,
    ]
  })
}

function figures(): [label: string, figure: string][] {
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const caught = of('mutant').filter((outcome) => outcome.faults.length === 0)
  const covered = new Set(checks.flatMap((check) => check.clauses)).size
  const broken = new Set(caught.flatMap(({ breaks }) => breaks)).size
  const accused = of('legal').filter((outcome) => outcome.faults.length > 0)
  // The outcomes are in the order in which the threads finished them.
  const plain = of('legal').find(({ name }) => name === mocks[0]?.name)
  const second = of('legal').find(({ name }) => name === 'second server')
  return [
    ['checks', String(checks.length)],
    ['clauses with a check', `${covered} of ${clauses.length}`],
    ['clauses broken by a mutant', `${broken} of ${clauses.length}`],
    ['mutants caught', `${caught.length} of ${of('mutant').length}`],
    ['legal servers misjudged', `${accused.length} of ${of('legal').length}`],
    ['passed by the mock', `${plain?.passed} of ${checks.length}`],
    ['passed by the second implementation', `${second?.passed} of ${checks.length}`],
    ['requests of a full run', String(plain?.requests)],
    ['wall time', `${((performance.now() - started) / 1000).toFixed(1)} s`],
  ]
}

function table(rows: readonly (readonly [label: string, figure: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, figure]) => `  ${label.padEnd(width)}  ${figure}`).join('\n')
}

/** Writes the figures between `<!-- score -->` and `<!-- /score -->` in CONTRIBUTING.md. */
async function writeScore(): Promise<void> {
  const path = 'CONTRIBUTING.md'
  const rows = [...score, ...perDimension(judged)].map(([label, figure]) => `| ${label} | ${figure} |`)
  const text = await readFile(path, 'utf8')
  const marked = /(<!-- score -->\n)[\s\S]*?(<!-- \/score -->)/
  if (!marked.test(text)) throw new Error(`${path} has no marks <!-- score --> and <!-- /score -->`)
  await writeFile(
    path,
    text.replace(marked, (_, from, to) => `${from}${['| | |', '|---|---|', ...rows].join('\n')}\n${to}`),
  )
}
