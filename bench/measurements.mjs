/**
 * The result of one case on one subject in one round.
 * @typedef {object} Measurement
 * @property {number} [firstResponse] milliseconds from the start of the process to the first response
 * @property {number} [memory] resident memory after the first response, in MB
 * @property {number} [one] requests per second over one connection
 * @property {number} [many] requests per second over 32 connections
 * @property {number} [p99] 99th percentile of the latency over 32 connections, in milliseconds
 * @property {number[]} [readTimes] latencies of the background reads, in milliseconds
 */

/** @typedef {Record<string, Measurement>} Round measurements of a subject by the names of the cases */

/** @typedef {(round: Round) => number | undefined} Metric one figure of a round, if it was measured */

/** The measurements of all rounds. A median is taken over rounds, a ratio within each round. */
export class Measurements {
  /** @type {Map<string, Round[]>} */
  #rounds = new Map()

  /** @param {Measurement} measurement */
  add(subject, round, name, measurement) {
    const rounds = this.#rounds.get(subject.name) ?? []
    rounds[round] = { ...rounds[round], [name]: measurement }
    this.#rounds.set(subject.name, rounds)
  }

  /** @param {Metric} metric */
  median(subject, metric) {
    return median(this.#of(subject).map((round) => metric(round ?? {})))
  }

  /** @param {Metric} metric */
  ratio(subject, other, metric) {
    const others = this.#of(other)
    return median(
      this.#of(subject).map((round, at) => {
        const [figure, base] = [metric(round ?? {}), metric(others[at] ?? {})]
        return figure === undefined || base === undefined ? undefined : figure / base
      }),
    )
  }

  /** The latencies of the background reads of all rounds together; a median over rounds would hide long latencies. */
  readTimes(subject, name) {
    return this.#of(subject).flatMap((round) => round?.[name]?.readTimes ?? [])
  }

  #of(subject) {
    return [...(this.#rounds.get(subject.name) ?? [])]
  }
}

function median(numbers) {
  const known = numbers.filter((number) => number !== undefined).toSorted((a, b) => a - b)
  if (known.length === 0) return undefined
  return (known[Math.floor((known.length - 1) / 2)] + known[Math.floor(known.length / 2)]) / 2
}

export const percentile99 = (numbers) =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.99) - 1]

const metric = (name, figure) => (round) => round[name]?.[figure]

/**
 * The metrics by their column titles. Requests per second are over 32 connections, or over 1 where the title has a 1.
 * @type {Record<string, {of: Metric, unit: string}>}
 */
export const metrics = {
  '1st response': { of: metric('start', 'firstResponse'), unit: ' ms' },
  memory: { of: metric('start', 'memory'), unit: ' MB' },
  list: { of: metric('list', 'many'), unit: '/s' },
  mixed: { of: metric('mixed', 'many'), unit: '/s' },
  create: { of: metric('create', 'many'), unit: '/s' },
  startup: { of: metric('startup', 'many'), unit: '/s' },
  'list, 1': { of: metric('list', 'one'), unit: '/s' },
  'create, 1': { of: metric('create', 'one'), unit: '/s' },
  'startup, 1': { of: metric('startup', 'one'), unit: '/s' },
}

/** Creates per second while another connection reads. */
export const createsBesideReads = metric('file', 'many')

/** 99th percentile of the latency of these creates, in milliseconds. */
export const p99BesideReads = metric('file', 'p99')
