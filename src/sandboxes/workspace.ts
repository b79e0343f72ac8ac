import { FaultRules } from '../faults/rules.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { LayeredGapSettings } from '../gaps/layered-settings.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { Journal, numbering } from '../journal/journal.ts'
import { Redaction } from '../journal/redact.ts'
import { type Token, Tokens } from '../store/tokens.ts'
import { Versions } from '../store/versions.ts'
import type { World } from '../store/world.ts'

/** Approximate characters that a token takes with its name, its serial number and its places in maps. */
const tokenWeight = 1_000

/** What every workspace starts with. */
export interface Start {
  /** The world at the start; it must not change afterwards. */
  readonly world: World
  readonly gapSettings: GapSettings
  readonly tokens: readonly Token[]
  /** Texts that no log may show, in addition to the tokens; they can grow. */
  readonly secrets?: ReadonlySet<string>
}

/** A world with its request log, tokens, gap settings and faults: the main world, or a sandbox. */
export class Workspace {
  /** The name of the sandbox; undefined for the main world. */
  readonly name: string | undefined
  readonly versions: Versions
  readonly journal: Journal
  /** Removes the tokens of the workspace from log entries. */
  readonly redaction: () => Redaction
  readonly choices: LayeredGapSettings
  readonly tokens: Tokens
  /** The rules of this workspace, followed by the rules of the whole server. */
  readonly faults: FaultRules
  readonly rates = new RateLimit()
  /** Numbers the requests of the main world and of all sandboxes, so that a sandbox that is made again repeats no id. */
  readonly nextRequest: () => number

  /** @param sandbox the name of the sandbox, and the main world, whose settings apply unless it has its own */
  constructor(
    { world, gapSettings, tokens, secrets = new Set() }: Start,
    { name, main }: { name?: string; main?: Workspace } = {},
  ) {
    this.name = name
    this.versions = new Versions(world)
    this.choices = new LayeredGapSettings(main?.choices ?? { gapSettings })
    this.tokens = new Tokens(main ? [] : tokens, main?.tokens)
    this.faults = new FaultRules(`${world.identity.seed} ${name ?? ''}`, main?.faults)
    // Tokens are issued and changed while the server runs.
    this.redaction = () => new Redaction([...this.tokens.all().map(({ token }) => token), ...secrets])
    this.nextRequest = main?.nextRequest ?? numbering()
    this.journal = new Journal(this.redaction, this.nextRequest)
  }

  /** A reset replaces the world. Code must read it again after each `await`, or it writes to a discarded world. */
  get world(): World {
    return this.versions.now
  }

  /** Characters of its world, its snapshots, its journal, its fault rules and its own tokens. */
  get weight(): number {
    return this.versions.weight + this.journal.weight + this.faults.weight + this.tokens.size * tokenWeight
  }

  get gapSettings(): GapSettings {
    return this.choices.gapSettings
  }
}
