import type { AnyOperationId } from '../contract/companions.ts'
import type { DeviationName } from '../contract/deviations.ts'
import type { FaultProfile } from '../faults/profiles.ts'
import type { WorldRecipe } from '../fixtures/builder/new-row.ts'
import type { ScenarioName, TokenName } from '../fixtures/names.ts'
import type { GapChoices, GapSettings, Profile } from '../gaps/gap-settings.ts'
import type { HttpLimits } from '../http/http-limits.ts'
import type { ServerOptions } from '../sandboxes/server-context.ts'
import type { Clock } from '../util/clock.ts'
import type { Log } from '../util/log.ts'

/** The options of `startNestbox`. */
export interface NestboxOptions extends Partial<ServerOptions> {
  /** Default 0, which uses a free port. */
  readonly port?: number
  readonly host?: string
  /** The seed of the world; equal seeds make worlds that are equal byte for byte. */
  readonly seed?: string
  readonly scenario?: ScenarioName
  /** Number of servers in the demo world. */
  readonly scale?: number
  /** The UTC day that all dates lie before, such as `2026-06-01`; default: the day of the data file, or today. */
  readonly today?: string
  /** Rows in addition to those of the scenario: a function that makes them, or a plan of them. */
  readonly world?: WorldRecipe
  /** Path of the data file, which stores the world. */
  readonly data?: string
  /** The gap settings: a profile, choices by gap, or choices that overwrite those of a profile. */
  readonly gaps?: Profile | (GapChoices & { readonly profile?: Profile })
  /** The gap settings as an object; instead of `gaps`. */
  readonly gapSettings?: GapSettings
  /** Texts of the three named tokens, instead of generated ones. */
  readonly tokens?: Partial<Record<TokenName, string>>
  /** Ids of deviations from the document, or `panel` for those of the real panel; none by default. */
  readonly deviate?: readonly DeviationName[]
  /** URL of a real server that gets requests to the API as they come, such as `https://panel.example.com`. */
  readonly upstream?: string | undefined
  /** Ids of the operations that the upstream answers; without a list, it answers every request to the API. */
  readonly upstreamOperations?: readonly AnyOperationId[] | undefined
  /** Tokens for the upstream, by the names of the tokens of this server that they replace. */
  readonly upstreamTokens?: Partial<Record<TokenName, string>> | undefined
  /** Names of fault profiles that are active from the start. */
  readonly faults?: readonly FaultProfile[]
  readonly clock?: Clock
  /** Whether work is simulated: at each step, one row of each world is started or completed, such as a backup. */
  readonly live?: boolean
  /** Seconds from one step of `live` to the next, 5 by default; sets `live`. */
  readonly liveEvery?: number
  readonly log?: Log
  /** Limits on the size and the speed of requests; the others keep their defaults. */
  readonly limits?: Partial<HttpLimits>
}
