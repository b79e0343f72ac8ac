import type { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import type { LayeredGapSettings } from '../gaps/layered-settings.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Journal } from '../journal/journal.ts'
import type { Redaction } from '../journal/redact.ts'
import type { Tokens } from '../store/tokens.ts'
import type { Versions } from '../store/versions.ts'
import type { World } from '../store/world.ts'

/** A world with its request log, tokens, gap settings and faults: the main world, or a sandbox. */
export class Workspace {
  /** The name of the sandbox; undefined for the main world. */
  readonly name: string | undefined
  readonly versions: Versions
  readonly journal: Journal
  /** Removes the tokens of the workspace from what is logged. */
  readonly redaction: () => Redaction
  readonly choices: LayeredGapSettings
  readonly tokens: Tokens
  /** The rules of this workspace, followed by the rules of the whole server. */
  readonly faults: FaultRules
  readonly rates: RateLimit

  constructor(parts: Omit<Workspace, 'world' | 'gapSettings' | 'weight'>) {
    this.name = parts.name
    this.versions = parts.versions
    this.journal = parts.journal
    this.redaction = parts.redaction
    this.choices = parts.choices
    this.tokens = parts.tokens
    this.faults = parts.faults
    this.rates = parts.rates
  }

  /** A reset replaces the world. Code must read it again after each `await`, or it writes to a discarded world. */
  get world(): World {
    return this.versions.now
  }

  /** Characters of its world, its snapshots, its journal and its fault rules. */
  get weight(): number {
    return this.versions.weight + this.journal.weight + this.faults.weight
  }

  get gapSettings(): GapSettings {
    return this.choices.gapSettings
  }
}
