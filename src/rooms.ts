import { Choices } from './choices.ts'
import type { Dial } from './dial.ts'
import { FaultRules } from './faults/rules.ts'
import { RateLimit } from './http/rate-limit.ts'
import { Journal } from './journal/journal.ts'
import { Room } from './room.ts'
import { Versions } from './store/versions.ts'
import type { World } from './store/world.ts'
import { type Token, Tokens } from './tokens.ts'

/** How many sandboxes there can be; beyond, the one that was idle longest goes. */
const maximum = 1_000

/** Characters that the journals may take together; beyond, those of the sandboxes idle longest are cleared. */
const longestJournals = 48_000_000

/** The world that everybody shares, and worlds of their own for those who want one. */
export class Rooms {
  readonly main: Room
  readonly #start: World
  readonly #sandboxes = new Map<string, Room>()
  #journals = 0

  /** @param start the world at the start; it must not change any more */
  constructor(start: World, { dial, tokens }: { dial: Dial; tokens: readonly Token[] }) {
    this.#start = start
    this.main = this.#room({
      name: undefined,
      choices: new Choices({ dial }),
      tokens: new Tokens(tokens),
      faults: new FaultRules(`${start.identity.seed} `),
    })
  }

  /** The sandbox of that name, made on first use as the world was at the start. */
  sandbox(name: string): Room {
    const room = this.#sandboxes.get(name) ?? this.#sandbox(name)
    // Taken out and put back, so that the first of the map is the one idle longest.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, room)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.forget(idle)
    }
    return room
  }

  /** The one used last at the end. */
  sandboxes(): Room[] {
    return [...this.#sandboxes.values()]
  }

  /** The sandbox of that name if there is one, which does not count as a use of it. */
  known(name: string): Room | undefined {
    return this.#sandboxes.get(name)
  }

  get sandboxCount(): number {
    return this.#sandboxes.size
  }

  /** @returns whether there was a sandbox of that name */
  forget(name: string): boolean {
    this.#sandboxes.get(name)?.journal.close()
    return this.#sandboxes.delete(name)
  }

  #sandbox(name: string): Room {
    const { choices, tokens, faults } = this.main
    return this.#room({
      name,
      choices: new Choices(choices),
      tokens: new Tokens([], tokens),
      faults: new FaultRules(`${this.#start.identity.seed} ${name}`, faults),
    })
  }

  #room(own: Pick<Room, 'name' | 'choices' | 'tokens' | 'faults'>): Room {
    return new Room({
      ...own,
      versions: new Versions(this.#start),
      journal: new Journal((difference) => this.#weigh(difference)),
      rates: new RateLimit(),
    })
  }

  #weigh(difference: number): void {
    this.#journals += difference
    if (difference < 0 || this.#journals <= longestJournals) return
    for (const { journal } of this.#sandboxes.values()) {
      if (this.#journals <= longestJournals) return
      if (journal.size > 0) journal.clear()
    }
  }
}
