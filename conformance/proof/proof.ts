import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startMockPool } from './mock-pool.ts'
import { judgePart, type Outcome, type Scope, tasksOf } from './tasks.ts'

/** What a worker thread is to do: every so-many-th task, from one on, of those whose names have a text. */
interface Part {
  readonly scope: Scope
  readonly from: number
  readonly of: number
  readonly only: string
  readonly sample: number
}

/**
 * Judges every server of the proof, in as many threads as there are processors.
 * @param scope `full`: every rule broken in every place, once with all checks; every choice at every gap, and many seeds
 * @param only a text that dimension or name must have
 * @param sample 1 for all servers, 3 for every third one
 * @param onJudged receives how many of all servers have been judged
 */
export async function prove(
  scope: Scope,
  only = '',
  sample = 1,
  onJudged: (judged: number, all: number) => void = () => {},
): Promise<readonly Outcome[]> {
  const of = availableParallelism()
  const parts = Array.from({ length: of }, (_, from): Part => ({ scope, from, of, only, sample }))
  const all = tasksFor(parts[0] as Part).length
  let judged = 0
  const counted = (part: Part) => inThread(part, () => onJudged(++judged, all))
  return (await Promise.all(parts.map(counted))).flat()
}

/** The servers of all parts. */
const tasksFor = ({ scope, only, sample }: Part) =>
  tasksOf(scope)
    .filter(({ dimension, name }) => `${dimension} ${name}`.includes(only))
    .filter((_, at) => at % sample === 0)

/** Judges a part in a thread of its own, which is this same file. */
function inThread(part: Part, onOutcome: () => void): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part })
    worker.on('message', (outcome: Outcome) => {
      outcomes.push(outcome)
      onOutcome()
    })
    worker.on('error', reject)
    worker.on('exit', (code) =>
      code === 0 ? resolve(outcomes) : reject(new Error(`a thread ended with ${code}`)),
    )
  })
}

async function judgeInThread(part: Part): Promise<void> {
  const pool = await startMockPool()
  const tasks = tasksFor(part).filter((_, at) => at % part.of === part.from)
  // A second run fills the time in which the first one waits for its own requests.
  const halves = [0, 1].map((half) => tasks.filter((_, at) => at % 2 === half))
  await Promise.all(
    halves.map((half) => judgePart(pool, half, (outcome) => parentPort?.postMessage(outcome))),
  )
  await pool.close()
}

// The part is what `inThread` gave, and no other file starts this one as a thread.
if (!isMainThread) await judgeInThread(workerData as Part)
