import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startMockPool } from './mock-pool.ts'
import { judge, type Outcome, type Task } from './task.ts'
import { type Scope, tasksOf } from './tasks.ts'

/** The servers to judge. */
export interface Selection {
  /** `full`: every rule in every place, once with all checks; every choice of every gap, and many seeds. */
  readonly scope: Scope
  /** A text that the dimension or the name must contain; empty for all. */
  readonly only: string
  /** 1 for all servers, 3 for every third one. */
  readonly sample: number
  /** The seed of explorations. */
  readonly seed: string
}

/** The part of a worker thread: every `of`-th task from `from` on. */
interface Part extends Selection {
  readonly from: number
  readonly of: number
}

/**
 * Judges servers, with one thread for each processor.
 * @param onJudged called with the number of judged servers, and the number of all servers
 */
export async function prove(
  selection: Selection,
  onJudged: (judged: number, all: number) => void = () => {},
): Promise<readonly Outcome[]> {
  const of = availableParallelism()
  const all = tasksFor(selection).length
  let judged = 0
  const parts = Array.from({ length: of }, (_, from): Part => ({ ...selection, from, of }))
  return (await Promise.all(parts.map((part) => inThread(part, () => onJudged(++judged, all))))).flat()
}

/** The tasks of all threads. */
const tasksFor = ({ scope, only, sample, seed }: Selection) =>
  tasksOf(scope, seed)
    .filter(({ dimension, name }) => `${dimension} ${name}`.includes(only))
    .filter((_, at) => at % sample === 0)

/** Judges a part in a worker thread, which runs this file. */
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
  const tasks = tasksFor(part)
    .filter((_, at) => at % part.of === part.from)
    .values()
  const judgeRest = async (): Promise<void> => {
    for (const task of tasks)
      parentPort?.postMessage(await judge(pool, task).catch((error) => failed(task, error)))
  }
  // Two runs at once, because each run waits for its own requests.
  await Promise.all([judgeRest(), judgeRest()])
  await pool.close()
}

const failed = ({ dimension, name }: Task, error: unknown): Outcome => ({
  ...{ kind: 'null', dimension, name, passed: 0, requests: 0, breaks: [], caughtBy: [] },
  faults: [`${dimension}, ${name}: ${error instanceof Error ? error.stack : String(error)}`],
})

// `inThread` is the only function that starts this file as a thread, and passes a `Part`.
if (!isMainThread) await judgeInThread(workerData as Part)
