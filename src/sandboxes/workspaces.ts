import { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { LayeredGapSettings } from '../gaps/layered-settings.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { Journal } from '../journal/journal.ts'
import { type Token, Tokens } from '../store/tokens.ts'
import { Versions } from '../store/versions.ts'
import type { World } from '../store/world.ts'
import { Workspace } from './workspace.ts'

/** How many sandboxes there can be; beyond, the one that was idle longest goes. */
const maximum = 1_000

/** Characters that the journals may take together; beyond, those of the sandboxes idle longest are cleared. */
const longestJournals = 48_000_000

/** The world that everybody shares, and worlds of their own for those who want one. */
export class Workspaces {
  readonly main: Workspace
  readonly #start: World
  readonly #sandboxes = new Map<string, Workspace>()
  #journals = 0

  /** @param start the world at the start; it must not change any more */
  constructor(start: World, { gapSettings, tokens }: { gapSettings: GapSettings; tokens: readonly Token[] }) {
    this.#start = start
    this.main = this.#workspace({
      name: undefined,
      choices: new LayeredGapSettings({ gapSettings }),
      tokens: new Tokens(tokens),
      faults: new FaultRules(`${start.identity.seed} `),
    })
  }

  /** The sandbox of that name, made on first use as the world was at the start. */
  sandbox(name: string): Workspace {
    const workspace = this.#sandboxes.get(name) ?? this.#sandbox(name)
    // Taken out and put back, so that the first of the map is the one idle longest.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, workspace)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.forget(idle)
    }
    return workspace
  }

  /** The one used last at the end. */
  sandboxes(): Workspace[] {
    return [...this.#sandboxes.values()]
  }

  /** The sandbox of that name if there is one, which does not count as a use of it. */
  known(name: string): Workspace | undefined {
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

  #sandbox(name: string): Workspace {
    const { choices, tokens, faults } = this.main
    return this.#workspace({
      name,
      choices: new LayeredGapSettings(choices),
      tokens: new Tokens([], tokens),
      faults: new FaultRules(`${this.#start.identity.seed} ${name}`, faults),
    })
  }

  #workspace(own: Pick<Workspace, 'name' | 'choices' | 'tokens' | 'faults'>): Workspace {
    return new Workspace({
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
