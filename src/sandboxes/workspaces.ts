import { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { LayeredGapSettings } from '../gaps/layered-settings.ts'
import { httpLimits } from '../http/http-limits.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { Journal } from '../journal/journal.ts'
import { type Token, Tokens } from '../store/tokens.ts'
import type { World } from '../store/world.ts'
import { WeighedVersions } from './weighed-versions.ts'
import { Workspace } from './workspace.ts'

/** The largest number of sandboxes; one more deletes the sandbox that was idle longest. */
const maximum = 1_000

/** Characters that the journals may take together; beyond, those of the sandboxes idle longest are cleared. */
const longestJournals = 48_000_000

/** Characters that are added before everything is weighed again. */
const untilWeighed = 1_000_000

interface Start {
  readonly gapSettings: GapSettings
  readonly tokens: readonly Token[]
  /** Bytes that all sandboxes may take together; beyond, the sandboxes idle longest are deleted. */
  readonly sandboxBytes?: number | undefined
}

/** The main world, and the sandboxes: further worlds that start as the main one did. */
export class Workspaces {
  readonly main: Workspace
  readonly #start: World
  readonly #sandboxes = new Map<string, Workspace>()
  readonly #sandboxBytes: number
  #grown = 0

  /** @param start the world at the start; it must not change any more */
  constructor(start: World, { gapSettings, tokens, sandboxBytes = httpLimits.sandboxBytes }: Start) {
    this.#start = start
    this.#sandboxBytes = sandboxBytes
    this.main = this.#workspace({
      name: undefined,
      choices: new LayeredGapSettings({ gapSettings }),
      tokens: new Tokens(tokens),
      faults: new FaultRules(`${start.identity.seed} `),
    })
  }

  /** The sandbox of that name, made on first use as the world was at the start. */
  sandbox(name: string): Workspace {
    const workspace = this.#sandboxes.get(name) ?? this.detached(name)
    // Taken out and put back, so that the first of the map is the one idle longest.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, workspace)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.forget(idle)
    }
    return workspace
  }

  /** A sandbox as its first use would make it, which nothing keeps: a request without a token must not make or delete any. */
  detached(name: string): Workspace {
    const { choices, tokens, faults } = this.main
    return this.#workspace({
      name,
      choices: new LayeredGapSettings(choices),
      tokens: new Tokens([], tokens),
      faults: new FaultRules(`${this.#start.identity.seed} ${name}`, faults),
    })
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
    return this.#sandboxes.delete(name)
  }

  #workspace(own: Pick<Workspace, 'name' | 'choices' | 'tokens' | 'faults'>): Workspace {
    const grew = (characters: number) => this.#grew(characters)
    return new Workspace({
      ...own,
      versions: new WeighedVersions(this.#start, grew),
      journal: new Journal(grew),
      rates: new RateLimit(),
    })
  }

  #grew(characters: number): void {
    this.#grown += characters
    if (this.#grown < untilWeighed) return
    this.#grown = 0
    this.#clearJournals()
    this.#deleteIdle()
  }

  #clearJournals(): void {
    const idleFirst = this.sandboxes()
    let total = sum([this.main, ...idleFirst].map(({ journal }) => journal.weight))
    for (const { journal } of idleFirst) {
      if (total <= longestJournals) return
      total -= journal.weight
      journal.clear()
    }
  }

  /** The sandbox that was used last stays, however heavy it is. */
  #deleteIdle(): void {
    const idleFirst = this.sandboxes()
    let total = sum(idleFirst.map(({ weight }) => weight))
    for (const { name, weight } of idleFirst.slice(0, -1)) {
      if (total <= this.#sandboxBytes) return
      total -= weight
      if (name !== undefined) this.forget(name)
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
