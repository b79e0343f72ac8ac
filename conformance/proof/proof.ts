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
 */
export async function prove(scope: Scope, only = '', sample = 1): Promise<readonly Outcome[]> {
  const of = availableParallelism()
  const parts = Array.from({ length: of }, (_, from): Part => ({ scope, from, of, only, sample }))
  return (await Promise.all(parts.map(inThread))).flat()
}

/** Judges a part in a thread of its own, which is this same file. */
function inThread(part: Part): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: part })
    worker.on('message', (outcome: Outcome) => outcomes.push(outcome))
    worker.on('error', reject)
    worker.on('exit', (code) =>
      code === 0 ? resolve(outcomes) : reject(new Error(`a thread ended with ${code}`)),
    )
  })
}

async function judgeInThread({ scope, from, of, only, sample }: Part): Promise<void> {
  const pool = await startMockPool()
  const named = tasksOf(scope).filter(({ dimension, name }) => `${dimension} ${name}`.includes(only))
  const tasks = named.filter((_, at) => at % sample === 0).filter((_, at) => at % of === from)
  // A second run fills the time in which the first one waits for its own requests.
  const halves = [0, 1].map((half) => tasks.filter((_, at) => at % 2 === half))
  await Promise.all(
    halves.map((half) => judgePart(pool, half, (outcome) => parentPort?.postMessage(outcome))),
  )
  await pool.close()
}

// The part is what `inThread` gave, and no other file starts this one as a thread.
if (!isMainThread) await judgeInThread(workerData as Part)
