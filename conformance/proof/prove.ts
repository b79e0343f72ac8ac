import { readFile, writeFile } from 'node:fs/promises'
import { clauses } from '../../src/contract/index.ts'
import { checks } from '../checks/index.ts'
import { mocks } from './mocks.ts'
import { prove } from './proof.ts'
import type { Outcome } from './tasks.ts'

/**
 * Runs the proof and prints its figures: `--full` judges all servers, `--explore` explores servers instead of running
 * the checks alone (hours, so take a sample), `--only <text>` judges those whose name has a text,
 * `--sample <n>` every n-th server, and `--write` writes the figures into CONTRIBUTING.md.
 */
const isExplored = process.argv.includes('--explore')
const scope = isExplored ? 'explored' : process.argv.includes('--full') ? 'full' : 'quick'
const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : ''
const sample = process.argv.includes('--sample')
  ? Number(process.argv[process.argv.indexOf('--sample') + 1])
  : 1
const isPart = isExplored || process.argv.includes('--only') || sample > 1
const started = performance.now()
let progressAt = started
const outcomes = await prove(scope, only, sample, progress)
const faults = [...outcomes.flatMap((outcome) => outcome.faults), ...(isPart ? [] : unproved())]
process.stdout.write(`${table([...perDimension(), ...(isPart ? [] : figures())])}\n`)
for (const fault of faults) process.stdout.write(`\n  ${fault}`)
process.stdout.write(faults.length === 0 ? '\nThe kit is proved.\n' : '\n\nThe kit is not proved.\n')
process.exitCode = faults.length === 0 ? 0 : 1
if (process.argv.includes('--write') && !isPart) await writeScore()

/** Reports the progress once a minute. */
function progress(judged: number, all: number): void {
  const now = performance.now()
  if (now - progressAt < 60_000) return
  progressAt = now
  process.stderr.write(`${judged} of ${all} servers judged in ${Math.round((now - started) / 1000)} s\n`)
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

function perDimension(): [label: string, figure: string][] {
  const names = [...new Set(outcomes.map(({ dimension }) => dimension))]
  return names.map((name) => {
    const own = outcomes.filter(({ dimension }) => dimension === name)
    const bad = own.filter((outcome) => outcome.faults.length > 0).length
    const isMutant = own[0]?.kind === 'mutant'
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
  const rows = [...figures(), ...perDimension()].map(([label, figure]) => `| ${label} | ${figure} |`)
  const text = await readFile(path, 'utf8')
  const marked = /(<!-- score -->\n)[\s\S]*?(<!-- \/score -->)/
  if (!marked.test(text)) throw new Error(`${path} has no marks <!-- score --> and <!-- /score -->`)
  await writeFile(
    path,
    text.replace(marked, (_, from, to) => `${from}${['| | |', '|---|---|', ...rows].join('\n')}\n${to}`),
  )
}
