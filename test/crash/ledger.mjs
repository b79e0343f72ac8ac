import { isDeepStrictEqual } from 'node:util'

/**
 * What the world in a data file must contain, as far as the clients know. While a reset or a
 * restore is under way there are two such worlds: the old one with all writes that were confirmed,
 * and the new one.
 */
export class Ledger {
  /** Orders what was sent and what was confirmed. */
  #time = 0
  /** Resets and restores that were confirmed. */
  #replacements = 0
  #current
  #next
  #snapshot

  constructor(seed) {
    this.#current = emptyWorld(seed)
  }

  /** Call it before a write is sent. @returns what to call with what the write made, when it was confirmed */
  send() {
    this.#time += 1
    const sent = { at: this.#time, replacements: this.#replacements }
    return (record) => {
      this.#time += 1
      // A write that a replacement overtook may belong to either world.
      if (sent.replacements === this.#replacements) record(this.#current, sent.at)
    }
  }

  /** Call it before a snapshot is asked for. @returns what to call when it was confirmed */
  snapshot() {
    const { seed, users, uploadSize } = this.#current
    const replacements = this.#replacements
    const snapshot = { seed, users: new Map(users), uploadSize }
    return () => {
      this.#time += 1
      if (replacements === this.#replacements) this.#snapshot = { ...snapshot, at: this.#time }
    }
  }

  /** Call it before a reset is sent. @returns what to call when it was confirmed */
  reset(seed) {
    return this.#replace(emptyWorld(seed))
  }

  /** Call it before a restore is sent; not without a snapshot. */
  restore() {
    const { at, ...world } = this.#snapshot
    const gone = [...this.#current.users.values()].filter((user) => user.sentAt > at)
    return this.#replace({ ...world, users: new Map(world.users), gone })
  }

  get hasSnapshot() {
    return this.#snapshot !== undefined
  }

  #replace(next) {
    this.#next = next
    return () => {
      this.#current = { ...next, gone: [] }
      this.#next = undefined
      this.#replacements += 1
    }
  }

  /**
   * Compares what a service serves after its start, and goes on from there.
   * @param baseOf the state of a world of a seed to which nothing was written
   * @returns what is wrong; nothing if the state is one of those it may be
   */
  async check(state, baseOf) {
    const candidates = [this.#current, this.#next].filter(Boolean)
    const faults = []
    for (const world of candidates) {
      const found = await faultsOf(world, state, baseOf)
      if (found.length === 0) {
        const isNew = world === this.#next
        this.#current = { ...world, gone: [] }
        this.#next = undefined
        this.#snapshot = undefined
        return { faults: [], isNew }
      }
      faults.push(...found)
    }
    return { faults, isNew: false }
  }
}

const emptyWorld = (seed) => ({ seed, users: new Map(), uploadSize: 0, gone: [] })

async function faultsOf({ seed, users, uploadSize, gone }, state, baseOf) {
  if (state.seed !== seed) return [`a world of seed ${state.seed} instead of ${seed}`]
  const base = await baseOf(seed)
  const kept = new Map(state.tables.users.map((user) => [user.id, user]))
  const lost = [...users.values()].filter(({ row }) => !isSame(row, kept.get(row.id)))
  const back = gone.filter(({ row }) => isSame(row, kept.get(row.id)))
  const node = state.tables.nodes.find(({ id }) => id === 1)
  return [
    ...(lost.length > 0 ? [`${lost.length} confirmed users are lost in the world of seed ${seed}`] : []),
    ...(back.length > 0 ? [`${back.length} users are there that a restore took away`] : []),
    ...(node.upload_size < uploadSize ? ['a confirmed change of a node is lost'] : []),
    ...(isDeepStrictEqual(unwritten(state, base), unwritten(base, base))
      ? []
      : [`rows of another world are mixed with those of seed ${seed}`]),
  ]
}

/** What no client writes to. */
function unwritten({ tables }, base) {
  const fixed = tables.nodes.map(({ upload_size, tag_ids, updated_at, ...node }) => node)
  return { ...tables, nodes: fixed, users: tables.users.slice(0, base.tables.users.length) }
}

const isSame = (confirmed, kept) =>
  kept !== undefined &&
  ['uuid', 'username', 'email', 'created_at'].every((field) => confirmed[field] === kept[field])
