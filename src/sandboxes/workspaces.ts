import { wrongField } from '../contract/checking/errors-in.ts'
import { ControlError } from '../contract/checking/refusal.ts'
import { shown } from '../contract/checking/words.ts'
import { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { LayeredGapSettings } from '../gaps/layered-settings.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { Journal } from '../journal/journal.ts'
import { Redaction } from '../journal/redact.ts'
import { type Token, Tokens } from '../store/tokens.ts'
import { Versions } from '../store/versions.ts'
import type { World } from '../store/world.ts'
import { sandboxName } from '../util/names.ts'
import { Workspace } from './workspace.ts'

/** Maximum number of sandboxes; one more deletes the least recently used sandbox. */
const maximum = 1_000

/** Maximum characters of all sandboxes together. */
const mostCharacters = 256_000_000

/** Number of uses of sandboxes after which all of them are weighed again. */
const usesUntilWeighed = 100

const wholeName = new RegExp(`^${sandboxName.pattern}$`)

interface Start {
  readonly gapSettings: GapSettings
  readonly tokens: readonly Token[]
  /** Texts that no log may show, in addition to the tokens; they can grow. */
  readonly secrets?: ReadonlySet<string>
}

/** The main world, and the sandboxes, which start with the same world. */
export class Workspaces {
  readonly main: Workspace
  readonly #start: World
  readonly #sandboxes = new Map<string, Workspace>()
  readonly #secrets: ReadonlySet<string>
  #uses = 0

  /** @param start the world at the start; it must not change afterwards */
  constructor(start: World, { gapSettings, tokens, secrets = new Set() }: Start) {
    this.#start = start
    this.#secrets = secrets
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
    this.#uses += 1
    if (this.#uses % usesUntilWeighed === 0) this.lighten()
    return workspace
  }

  /** The sandbox that a caller without types names. @throws ControlError for a bad name */
  named(name: unknown): Workspace {
    if (typeof name === 'string' && wholeName.test(name)) return this.sandbox(name)
    const detail = `The \`sandbox\` must be ${sandboxName.says}, not ${shown(name)}.`
    throw new ControlError(422, wrongField('sandbox', 'regex', detail))
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
    let made: { readonly from: number; readonly redaction: Redaction } | undefined
    // Tokens and secrets are added while the server runs, but never removed.
    const redaction = () => {
      const from = own.tokens.total + this.#secrets.size
      if (made?.from !== from) {
        const texts = own.tokens.all().map(({ token }) => token)
        made = { from, redaction: new Redaction([...texts, ...this.#secrets]) }
      }
      return made.redaction
    }
    return new Workspace({
      ...own,
      versions: new Versions(this.#start),
      journal: new Journal(redaction),
      redaction,
      rates: new RateLimit(),
    })
  }

  /**
   * Clears the journals of the least recently used sandboxes as long as all sandboxes together are too heavy, and then
   * deletes sandboxes; never the most recently used one.
   */
  lighten(most = mostCharacters): void {
    const sandboxes = this.sandboxes()
    let total = sandboxes.reduce((sum, { weight }) => sum + weight, 0)
    for (const { journal } of sandboxes.slice(0, -1)) {
      if (total <= most) return
      total -= journal.weight
      journal.clear()
    }
    for (const { name = '', weight } of sandboxes.slice(0, -1)) {
      if (total <= most) return
      total -= weight
      this.forget(name)
    }
  }
}
