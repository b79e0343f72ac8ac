import { Worker } from 'node:worker_threads'

/** CPU time for all patterns of one request together, in milliseconds. */
const allowance = 100

/** The parts of PHP patterns that JavaScript reads as other characters, such as `\z` as a z. */
const foreign = /\\[AEGHKNQRVXZehz]|\\[pPx]\{|\[\[:/

/** Maximum length of a pattern: a thread that compiles one cannot be stopped before. */
const longest = 1_000

/** Characters that all rules of one request may read together, a value once for each of its rules. */
const mostRead = 20_000_000

/**
 * The time that the rules of one request may take together. A slow pattern is given up, and the patterns after it
 * share the remaining time. Other rules take time in proportion to the characters that they read.
 */
export class RuleTime {
  #left = allowance
  #unread = mostRead

  /** Counts characters that rules will read. @returns whether the rules may read them */
  read(characters: number): boolean {
    this.#unread -= characters
    return this.#unread >= 0
  }

  /**
   * @param pattern a delimited pattern as in `regex:/^[a-z]+$/i`
   * @returns whether the value matches; `unreadable` for a pattern that
   *   JavaScript does not have; `slow` when the time is used up, or while there is no thread for it
   */
  match(pattern: string, value: string): boolean | 'unreadable' | 'slow' {
    const parts = /^([/#~%!@])(.*)\1([a-zA-Z]*)$/s.exec(pattern)
    const [, , source = '', modifiers = ''] = parts ?? []
    const isForeign = modifiers.includes('x') || (!modifiers.includes('u') && foreign.test(source))
    if (!parts || isForeign) return 'unreadable'
    if (pattern.length > longest) return 'slow'
    const flags = [...new Set(modifiers)].filter((flag) => 'imsu'.includes(flag)).join('')
    const thread = this.#left < 1 ? undefined : patternThread()
    if (thread === undefined) return 'slow'
    const since = process.cpuUsage()
    const result = testIn(thread, { source, flags, value, time: this.#left })
    this.#left -= cpuTime(since)
    return result
  }
}

/** The results of a pattern, by the number that the thread stores; 0 while it is busy. */
const results = [undefined, 'unreadable', 'slow', false, true] as const

/**
 * The program of the thread, which stores a number when it is ready, too. It interrupts patterns that run too long. The
 * timeout is in wall-clock time, which also passes while the process waits for a CPU: a pattern is retried until it has
 * used its CPU time.
 */
const program = `
const { Script } = require('node:vm')
const { parentPort, workerData: cell } = require('node:worker_threads')
const script = new Script('new RegExp(source, flags).test(value)')
function run(time) {
  const since = process.cpuUsage()
  for (let left = time; left > 0; ) {
    try {
      return script.runInThisContext({ timeout: Math.ceil(left) }) ? 4 : 3
    } catch (error) {
      if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 1
    }
    const { user, system } = process.cpuUsage(since)
    left = time - (user + system) / 1_000
  }
  return 2
}
function store(result) {
  Atomics.store(cell, 0, result)
  Atomics.notify(cell, 0)
}
parentPort.on('message', (pattern) => {
  Object.assign(globalThis, pattern)
  store(run(pattern.time))
})
store(1)
`

/** Maximum number of threads, with those that were stopped and have not ended yet. */
const mostThreads = 2

/** Milliseconds of CPU time after which a thread that should have interrupted its pattern is stopped: it compiles one. */
const grace = 20

/** Milliseconds to wait on a busy machine for a thread to be ready, or to get its CPU time. */
const longestWait = 5_000

/** A thread that tests patterns; it stores its results in the cell. */
interface Thread {
  readonly worker: Worker
  readonly cell: Int32Array
}

let running = 0
let thread: Thread | undefined

/**
 * The thread that tests the patterns of all requests, which the first pattern starts. Only another thread can be stopped
 * while it compiles a pattern; it ends after that.
 * @returns undefined while too many threads have not ended
 */
function patternThread(): Thread | undefined {
  if (thread !== undefined || running === mostThreads) return thread
  const cell = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, {
    // The environment and the flags of this process may load modules.
    ...{ eval: true, workerData: cell, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  })
  running += 1
  worker.once('exit', () => {
    running -= 1
  })
  // A thread that has no memory left ends without a result, which counts as slow.
  worker.on('error', () => {})
  worker.unref()
  thread = { worker, cell }
  Atomics.wait(cell, 0, 0, longestWait)
  if (cell[0] === 0) stop(thread)
  return thread
}

/** Waits for the result of a pattern, which may take `time` milliseconds of CPU time; stops a thread that takes longer. */
function testIn(
  thread: Thread,
  pattern: { readonly source: string; readonly flags: string; readonly value: string; readonly time: number },
): boolean | 'unreadable' | 'slow' {
  const { worker, cell } = thread
  const [started, since, most] = [performance.now(), process.cpuUsage(), pattern.time + grace]
  Atomics.store(cell, 0, 0)
  worker.postMessage(pattern)
  for (let left = most; left > 0 && performance.now() - started < longestWait; left = most - cpuTime(since)) {
    if (Atomics.wait(cell, 0, 0, left) !== 'timed-out') break
  }
  const result = results[Atomics.load(cell, 0)]
  if (result === undefined) stop(thread)
  return result ?? 'slow'
}

/** Milliseconds of CPU time that this process has used since then. */
export function cpuTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

function stop({ worker }: Thread): void {
  thread = undefined
  worker.terminate()
  // Stopping makes this process wait for the thread.
  worker.unref()
}
