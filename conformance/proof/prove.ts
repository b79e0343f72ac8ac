import { clauses } from '../../src/contract/index.ts'
import { checks } from '../checks/index.ts'
import type { Hearing } from './alarm.ts'
import { amiss, type Proof, prove } from './proof.ts'

/** Runs the proof and prints its figures; `--full` takes everything and its time. */
const proof = await prove(process.argv.includes('--full') ? 'full' : 'quick')
const faults = amiss(proof)
process.stdout.write(`${table(figures(proof))}\n`)
for (const fault of faults) process.stdout.write(`\n  ${fault}`)
process.stdout.write(faults.length === 0 ? '\nThe kit is proved.\n' : '\n\nThe kit is not proved.\n')
process.exitCode = faults.length === 0 ? 0 : 1

function figures(proof: Proof): [label: string, figure: string][] {
  const { trials, plain, nulls, milliseconds } = proof
  const caught = trials.filter(({ isCaught }) => isCaught)
  const covered = new Set(checks.flatMap((check) => check.clauses)).size
  const broken = new Set(caught.flatMap(({ mutant }) => mutant.breaks)).size
  const praised = nulls.filter(({ complaints }) => complaints.length > 0).length
  const isFull = proof.choices.length > 0
  const alone = caught.filter(({ run }) => run.results.filter(({ status }) => status === 'fail').length === 1)
  return [
    ['checks', String(checks.length)],
    ['clauses with a check', `${covered} of ${clauses.length}`],
    ['clauses broken by a mutant', `${broken} of ${clauses.length}`],
    ['mutants caught', `${caught.length} of ${trials.length}`],
    // With one check only, none of them could trip another.
    ...(isFull
      ? [['mutants that trip one check only', String(alone.length)] satisfies [string, string]]
      : []),
    ['false alarms: mock', alarms([plain, ...proof.mocks])],
    ...(isFull ? [['false alarms: one gap turned', alarms(proof.choices)] satisfies [string, string]] : []),
    ['false alarms: grease', alarms(proof.grease)],
    ['false alarms: variants', alarms(proof.variants)],
    ['false alarms: second server', alarms([proof.second])],
    ['null servers misjudged', `${praised} of ${nulls.length}`],
    ['passed by the mock', `${passed(plain)} of ${checks.length}`],
    ['passed by the second server', `${passed(proof.second)} of ${checks.length}`],
    ['requests of a full run', String(plain.run.requests)],
    ['wall time', `${(milliseconds / 1000).toFixed(1)} s`],
  ]
}

function alarms(hearings: readonly Hearing[]): string {
  const count = hearings.reduce((sum, { alarms }) => sum + alarms.length, 0)
  return `${count} on ${hearings.length} ${hearings.length === 1 ? 'server' : 'servers'}`
}

function passed({ run }: Hearing): number {
  return run.results.filter(({ status }) => status === 'pass').length
}

function table(rows: readonly (readonly [label: string, figure: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, figure]) => `  ${label.padEnd(width)}  ${figure}`).join('\n')
}
