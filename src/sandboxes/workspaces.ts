import { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { LayeredGapSettings } from '../gaps/layered-settings.ts'
import { httpLimits } from '../http/http-limits.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { Journal } from '../journal/journal.ts'
import { Redaction } from '../journal/redact.ts'
import { type Token, Tokens } from '../store/tokens.ts'
import { Versions } from '../store/versions.ts'
import type { World } from '../store/world.ts'
import { Workspace } from './workspace.ts'

/** Maximum number of sandboxes; one more deletes the least recently used sandbox. */
const maximum = 1_000

/** Maximum characters of all journals together; beyond it, the least recently used sandboxes lose theirs. */
const longestJournals = 48_000_000

/** How many characters are added before all sandboxes are weighed again. */
const untilWeighed = 1_000_000

interface Start {
  readonly gapSettings: GapSettings
  readonly tokens: readonly Token[]
  /** Texts that no log may show, in addition to the tokens; they can grow. */
  readonly secrets?: ReadonlySet<string>
  /** Maximum bytes of all sandboxes together; beyond it, the least recently used sandboxes are deleted. */
  readonly sandboxBytes?: number | undefined
}

/** The main world, and the sandboxes, which start with the same world. */
export class Workspaces {
  readonly main: Workspace
  readonly #start: World
  readonly #sandboxes = new Map<string, Workspace>()
  readonly #sandboxBytes: number
  readonly #secrets: ReadonlySet<string>
  #grown = 0

  /** @param start the world at the start; it must not change afterwards */
  constructor(
    start: World,
    { gapSettings, tokens, secrets = new Set(), sandboxBytes = httpLimits.sandboxBytes }: Start,
  ) {
    this.#start = start
    this.#secrets = secrets
    this.#sandboxBytes = sandboxBytes
    this.main = this.#workspace({
      name: undefined,
      choices: new LayeredGapSettings({ gapSettings }),
      tokens: new Tokens(tokens),
      faults: new FaultRules(`${start.identity.seed} `),
    })
  }

  /** The sandbox with this name; the first use creates it with the world at the start. */
  sandbox(name: string): Workspace {
    const workspace = this.#sandboxes.get(name) ?? this.detached(name)
    // Deleting and setting again moves the sandbox to the end, so that the least recently used one is the first.
    this.#sandboxes.delete(name)
    this.#sandboxes.set(name, workspace)
    if (this.#sandboxes.size > maximum) {
      const [idle] = this.#sandboxes.keys()
      if (idle !== undefined) this.forget(idle)
    }
    return workspace
  }

  /** A sandbox that is not registered: a request without a token must not create or delete sandboxes. */
  detached(name: string): Workspace {
    const { choices, tokens, faults } = this.main
    return this.#workspace({
      name,
      choices: new LayeredGapSettings(choices),
      tokens: new Tokens([], tokens),
      faults: new FaultRules(`${this.#start.identity.seed} ${name}`, faults),
    })
  }

  /** The most recently used sandbox is the last. */
  sandboxes(): Workspace[] {
    return [...this.#sandboxes.values()]
  }

  /** The sandbox with this name, if it exists; the call does not count as a use of it. */
  known(name: string): Workspace | undefined {
    return this.#sandboxes.get(name)
  }

  get sandboxCount(): number {
    return this.#sandboxes.size
  }

  /** @returns whether the sandbox existed */
  forget(name: string): boolean {
    return this.#sandboxes.delete(name)
  }

  #workspace(own: Pick<Workspace, 'name' | 'choices' | 'tokens' | 'faults'>): Workspace {
    const grew = (characters: number) => this.#grew(characters)
    // Tokens are issued and changed while the server runs.
    const redaction = () => new Redaction([...own.tokens.all().map(({ token }) => token), ...this.#secrets])
    return new Workspace({
      ...own,
      versions: new Versions(this.#start, grew),
      journal: new Journal(grew, redaction),
      redaction,
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

  /** Never deletes the most recently used sandbox, whatever its weight. */
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
