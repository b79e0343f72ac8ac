import type { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import type { LayeredGapSettings } from '../gaps/layered-settings.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Journal } from '../journal/journal.ts'
import type { Tokens } from '../store/tokens.ts'
import type { World } from '../store/world.ts'
import type { WeighedVersions } from './weighed-versions.ts'

/** A world and all that goes with it: the main one, or a sandbox. */
export class Workspace {
  /** The name of the sandbox; undefined for the main world. */
  readonly name: string | undefined
  readonly versions: WeighedVersions
  readonly journal: Journal
  readonly choices: LayeredGapSettings
  readonly tokens: Tokens
  /** Those of this workspace, then those of the whole server. */
  readonly faults: FaultRules
  readonly rates: RateLimit

  constructor(parts: Omit<Workspace, 'world' | 'gapSettings' | 'weight'>) {
    this.name = parts.name
    this.versions = parts.versions
    this.journal = parts.journal
    this.choices = parts.choices
    this.tokens = parts.tokens
    this.faults = parts.faults
    this.rates = parts.rates
  }

  /** A reset replaces it: code that keeps the old world while it waits would write to data that is gone. */
  get world(): World {
    return this.versions.now
  }

  /** Characters that its world, its snapshots and its journal take. */
  get weight(): number {
    return this.versions.weight + this.journal.weight
  }

  get gapSettings(): GapSettings {
    return this.choices.gapSettings
  }
}
