/**
 * What a subject showed of one thing in one round.
 * @typedef {object} Seen
 * @property {number} [first] milliseconds from its start to its first answer
 * @property {number} [memory] MB at rest
 * @property {number} [one] requests a second over one connection
 * @property {number} [many] requests a second over many
 * @property {number} [p99] of the many, in milliseconds
 * @property {number[]} [waits] of reads beside the load, in milliseconds
 */

/** @typedef {Record<string, Seen>} Round by what was measured */

/** @typedef {(round: Round) => number | undefined} Pick a figure of a round */

/** All that was seen; medians are over rounds, and ratios are taken within a round. */
export class Figures {
  /** @type {Map<string, Round[]>} */
  #rounds = new Map()

  /** @param {Seen} seen */
  add(subject, round, name, seen) {
    const rounds = this.#rounds.get(subject.name) ?? []
    rounds[round] = { ...rounds[round], [name]: seen }
    this.#rounds.set(subject.name, rounds)
  }

  /** @param {Pick} pick */
  median(subject, pick) {
    return median(this.#of(subject).map((round) => pick(round ?? {})))
  }

  /** @param {Pick} pick */
  ratio(subject, other, pick) {
    const others = this.#of(other)
    return median(
      this.#of(subject).map((round, at) => {
        const [figure, base] = [pick(round ?? {}), pick(others[at] ?? {})]
        return figure === undefined || base === undefined ? undefined : figure / base
      }),
    )
  }

  /** Of all rounds together, as a long wait is rare. */
  waits(subject, name) {
    return this.#of(subject).flatMap((round) => round?.[name]?.waits ?? [])
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

const the = (name, figure) => (round) => round[name]?.[figure]

/**
 * The figures that there are, by what they are called; what is counted a second over 32 connections, or over one.
 * @type {Record<string, {of: Pick, unit: string}>}
 */
export const figures = {
  'first answer': { of: the('start', 'first'), unit: ' ms' },
  memory: { of: the('start', 'memory'), unit: ' MB' },
  list: { of: the('list', 'many'), unit: '/s' },
  mixed: { of: the('mixed', 'many'), unit: '/s' },
  create: { of: the('create', 'many'), unit: '/s' },
  startup: { of: the('startup', 'many'), unit: '/s' },
  'list, 1': { of: the('list', 'one'), unit: '/s' },
  'create, 1': { of: the('create', 'one'), unit: '/s' },
  'startup, 1': { of: the('startup', 'one'), unit: '/s' },
}

/**
 * Creates while somebody else reads.
 * @type {{rate: Pick, p99: Pick}}
 */
export const beside = { rate: the('file', 'many'), p99: the('file', 'p99') }
