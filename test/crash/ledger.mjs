import { isDeepStrictEqual } from 'node:util'

/**
 * The contents that a data file must have according to the responses of the service. During a reset or a restore, two
 * contents are right: the old world with all confirmed writes, and the new world.
 */
export class Ledger {
  /** A logical clock: orders the moments at which requests were sent and confirmed. */
  #time = 0
  /** Number of confirmed resets and restores. */
  #replacements = 0
  #current
  #next
  #snapshot

  constructor(seed) {
    this.#current = emptyWorld(seed)
  }

  /**
   * Call it before a write is sent.
   * @returns a function to call when the write was confirmed; it gets a function that records the write in a world
   */
  send() {
    this.#time += 1
    const sent = { at: this.#time, replacements: this.#replacements }
    return (record) => {
      this.#time += 1
      // If the world was replaced meanwhile, the write may belong to the old world or to the new one.
      if (sent.replacements === this.#replacements) record(this.#current, sent.at)
    }
  }

  /** Call it before a snapshot is requested. Returns a function to call when the snapshot was confirmed. */
  snapshot() {
    const { seed, users, uploadSize } = this.#current
    const replacements = this.#replacements
    const snapshot = { seed, users: new Map(users), uploadSize }
    return () => {
      this.#time += 1
      if (replacements === this.#replacements) this.#snapshot = { ...snapshot, at: this.#time }
    }
  }

  /** Call it before a reset is requested. Returns a function to call when the reset was confirmed. */
  reset(seed) {
    return this.#replace(emptyWorld(seed))
  }

  /** Call it before a restore is requested, which needs a snapshot. Returns a function to call when it was confirmed. */
  restore() {
    const { at, ...world } = this.#snapshot
    const discarded = [...this.#current.users.values()].filter((user) => user.sentAt > at)
    return this.#replace({ ...world, users: new Map(world.users), discarded })
  }

  get hasSnapshot() {
    return this.#snapshot !== undefined
  }

  #replace(next) {
    this.#next = next
    return () => {
      this.#current = { ...next, discarded: [] }
      this.#next = undefined
      this.#replacements += 1
    }
  }

  /**
   * Compares the state of a restarted service with the right contents, and continues with the matching one.
   * @param {object} state
   * @param {(seed: string) => Promise<object>} initialState the state of a new world of a seed
   * @returns failures, empty if the state is right, and whether the state is that of a reset or restore that was not
   *   confirmed before the kill
   */
  async check(state, initialState) {
    const candidates = [this.#current, this.#next].filter(Boolean)
    const failures = []
    for (const world of candidates) {
      const found = await failuresOf(world, state, initialState)
      if (found.length === 0) {
        const isReplaced = world === this.#next
        this.#current = { ...world, discarded: [] }
        this.#next = undefined
        this.#snapshot = undefined
        return { failures: [], isReplaced }
      }
      failures.push(...found)
    }
    return { failures, isReplaced: false }
  }
}

const emptyWorld = (seed) => ({ seed, users: new Map(), uploadSize: 0, discarded: [] })

async function failuresOf({ seed, users, uploadSize, discarded }, state, initialState) {
  if (state.seed !== seed) return [`the world has the seed ${state.seed} instead of ${seed}`]
  const initial = await initialState(seed)
  const kept = new Map(state.tables.users.map((user) => [user.id, user]))
  const lost = [...users.values()].filter(({ row }) => !isSame(row, kept.get(row.id)))
  const returned = discarded.filter(({ row }) => isSame(row, kept.get(row.id)))
  const node = state.tables.nodes.find(({ id }) => id === 1)
  return [
    ...(lost.length > 0 ? [`${lost.length} confirmed users are lost in the world of seed ${seed}`] : []),
    ...(returned.length > 0 ? [`${returned.length} users exist that a restore removed`] : []),
    ...(node.upload_size < uploadSize ? ['a confirmed change of a node is lost'] : []),
    ...(isDeepStrictEqual(unwritten(state, initial), unwritten(initial, initial))
      ? []
      : [`rows of another world are mixed with those of seed ${seed}`]),
  ]
}

/** The rows and fields of a state that no client writes. */
function unwritten({ tables }, initial) {
  const fixed = tables.nodes.map(({ upload_size, tag_ids, updated_at, ...node }) => node)
  return { ...tables, nodes: fixed, users: tables.users.slice(0, initial.tables.users.length) }
}

const isSame = (confirmed, kept) =>
  kept !== undefined &&
  ['uuid', 'username', 'email', 'created_at'].every((field) => confirmed[field] === kept[field])
