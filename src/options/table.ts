import { type AnyOperationId, allOperations } from '../contract/companions.ts'
import { deviationNames } from '../contract/deviations.ts'
import { mapValues } from '../contract/objects.ts'
import { partial } from '../contract/schemas/data.ts'
import { faultProfiles } from '../faults/profiles.ts'
import { scenarioNames, tokenNames } from '../fixtures/names.ts'
import { standardWorld } from '../fixtures/world-for.ts'
import { httpLimits } from '../http/http-limits.ts'
import { logLevels } from '../util/log.ts'
import { mostServers } from '../util/names.ts'
import type { NestboxOptions } from './nestbox-options.ts'
import * as of from './types.ts'
import { type Flag, flag, type ValueType } from './types.ts'

/** An option that `startNestbox` and `nestbox serve` share. A flag that starts with `no-` sets its option to false. */
type Shared = Flag & { readonly flag: string }

/** A flag of `nestbox serve` that sets no option of its own; `for` names the option that it contributes to. */
type OfCommandLine = Flag & { readonly flag: string; readonly for: keyof NestboxOptions }

const world = standardWorld({})
const tokens = of.tokensOf(tokenNames)
const profiles = faultProfiles.map(({ name }) => name)

/** Every option of `startNestbox` and of `nestbox serve`, in the order of the help. */
export const options = {
  port: flag('-p, --port <number>', 'port to listen on; 0 chooses a free one', of.integer(0, 65_535), {
    default: 4141,
  }),
  host: flag('--host <address>', 'address to listen on', of.address, { default: '127.0.0.1' }),
  baseUrl: flag('--base-url <url>', 'start of every URL in a response', of.baseUrl, {
    default: 'the requested host',
  }),
  seed: flag('--seed <text>', 'seed of the generated world', of.seed, { default: world.seed }),
  scale: flag(
    '--scale <servers>',
    `number of servers in the demo world, up to ${mostServers}`,
    of.integer(1, mostServers),
    { default: world.scale },
  ),
  scenario: flag('--scenario <name>', `kind of world: ${scenarioNames.join(', ')}`, of.oneOf(scenarioNames), {
    default: world.scenario,
  }),
  today: flag('--today <day>', 'UTC day of the generated world: its dates lie before it', of.day, {
    default: 'the day of --now',
  }),
  world: of.recipe,
  worldFile: flag(
    '--world <file>',
    'JSON file or module (.mjs) with rows that are added to the generated world',
    of.string,
    { for: 'world' },
  ),
  data: flag('--data <file>', 'JSON file that keeps the world', of.string, { default: 'memory only' }),
  gaps: flag('--gaps <profile>', 'profile of gap choices: literal, panel or grease:<seed>', of.gaps, {
    default: 'literal',
  }),
  gap: flag('--gap <id=choice>', 'choice at one gap; see `nestbox list gaps`', of.gapChoice, {
    for: 'gaps',
    repeats: 'object',
  }),
  companions: flag(
    '--companions',
    'read operations beyond the document, such as lists of servers: --gap operations.beyond=companions',
    of.boolean,
    { for: 'gaps' },
  ),
  deviate: flag(
    '--deviate <id>',
    'break the document as a real server does; `panel` sets all deviations of the real panel; see `nestbox list deviations`',
    of.oneOf(deviationNames),
    { repeats: 'list' },
  ),
  tokens: flag('--token <name=token>', `use this token; the names are ${tokenNames.join(', ')}`, tokens, {
    repeats: 'object',
    isDistinct: true,
  }),
  upstream: flag('--upstream <url>', 'send requests to the API on to this real server', of.baseUrl),
  upstreamOperations: flag(
    '--upstream-operations <ids>',
    'only the requests to these operations; see `nestbox list operations`',
    // Each key is the id of its operation.
    of.oneOf(Object.keys(allOperations) as AnyOperationId[], {
      says: 'the id of an operation (`nestbox list operations` lists them)',
    }),
    { repeats: 'list', isSplit: true, default: 'every request to the API' },
  ),
  upstreamTokens: flag(
    '--upstream-token <name=token>',
    'token for the upstream, in place of this token; the names are those of --token',
    tokens,
    { repeats: 'object' },
  ),
  now: flag('--now <moment>', 'ISO 8601 time of every write', of.moment, {
    for: 'clock',
    default: 'the current time',
  }),
  live: flag(
    '--live',
    'let work continue: backups and installations are completed, and new ones begin',
    of.boolean,
  ),
  liveEvery: flag(
    '--live-every <seconds>',
    'seconds from one step of --live to the next; sets --live',
    of.integer(1, 3_600),
    { default: 5 },
  ),
  faults: flag('--faults <profile>', `inject faults: ${profiles.join(', ')}`, of.oneOf(profiles), {
    repeats: 'list',
  }),
  delay: flag('--delay <ms>', 'delay every response, such as 800 or 200..800', of.delay),
  cors: flag('--no-cors', 'send no CORS headers', of.boolean),
  corsOrigins: flag('--cors-origin <origin>', 'restrict CORS to this origin', of.origin, {
    repeats: 'list',
    default: 'any origin',
  }),
  control: flag('--no-control', 'disable the control API under /_nestbox', of.boolean),
  controlToken: flag(
    '--control-token <text>',
    'require this token in the X-Nestbox-Control header of control requests; accept them from any machine',
    of.token,
  ),
  allowedHosts: flag(
    '--allowed-host <name>',
    'accept control requests with this Host header, in addition to those of the loopback',
    of.hostName,
    { repeats: 'list' },
  ),
  logLevel: flag(
    '--log-level <level>',
    `lowest level that is logged to stderr: ${logLevels.join(', ')}`,
    of.oneOf(logLevels),
    { for: 'log', default: 'info' },
  ),
  quiet: flag('-q, --quiet', 'print only the Ready line', of.boolean, { for: 'log' }),
  gapSettings: of.withMethods('a GapSettings', 'gap'),
  clock: of.callable,
  log: of.withMethods('an object with the methods error, warn and info', 'error', 'warn', 'info'),
  limits: { schema: partial(mapValues(httpLimits, () => of.integer(1, 2 ** 31 - 1).schema)) },
} as const satisfies Record<string, Shared | ValueType | OfCommandLine> & {
  readonly [N in keyof NestboxOptions]-?: Shared | ValueType
}

/** The options of the library; the other rows are flags without an option of their own. */
export const libraryOptions: Readonly<Record<string, ValueType & Partial<Pick<Flag, 'repeats'>>>> =
  Object.fromEntries(Object.entries(options).filter(([, row]) => !('for' in row)))

/** Two options of which the first, where it is not the value of `unless`, needs the second or excludes it. */
interface Combination {
  readonly option: keyof NestboxOptions
  readonly unless?: unknown
  readonly other: keyof NestboxOptions
  /** The value of the second option that is excluded; any value unless one is given. */
  readonly value?: string | false
  readonly isNeeded?: true
  /** The reason, which follows the second option and "which" in the message. */
  readonly which: string
}

const sizedScenarios = scenarioNames.filter((name) => name !== world.scenario)

export const combinations: readonly Combination[] = [
  { option: 'gaps', other: 'gapSettings', which: 'sets the same' },
  ...sizedScenarios.map((value): Combination => {
    // The identity of a world with a fixed size has the scale 1.
    return { option: 'scale', unless: 1, other: 'scenario', value, which: 'has a fixed number of servers' }
  }),
  { option: 'liveEvery', other: 'live', value: false, which: 'turns that work off' },
  { option: 'corsOrigins', other: 'cors', value: false, which: 'turns CORS off' },
  { option: 'controlToken', other: 'control', value: false, which: 'turns the control API off' },
  { option: 'allowedHosts', other: 'control', value: false, which: 'turns the control API off' },
  { option: 'upstreamOperations', other: 'upstream', isNeeded: true, which: 'names the server' },
  { option: 'upstreamTokens', other: 'upstream', isNeeded: true, which: 'names the server' },
]
