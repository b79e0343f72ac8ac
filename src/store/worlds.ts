import type { World } from './world.ts'

/** How many sandboxes there can be; beyond, the one that was idle longest goes. */
const maximum = 1_000

/** The world that everybody shares, and worlds of their own for those who want one. */
export class Worlds {
  readonly #base: World
  readonly #sandboxes = new Map<string, World>()
  readonly main: World

  /** @param base the world at the start; it must not change any more */
  constructor(base: World) {
    this.#base = base
    this.main = base.fork()
  }

  /** The sandbox of that name, made on first use as the world was at the start. */
  sandbox(name: string): World {
    const world = this.#sandboxes.get(name) ?? this.#base.fork()
    // Taken out and put back, so that the first of the map is the one idle longest.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, world)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.#sandboxes.delete(idle)
    }
    return world
  }

  get sandboxCount(): number {
    return this.#sandboxes.size
  }
}
