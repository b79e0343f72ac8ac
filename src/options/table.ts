import * as Type from '@sinclair/typebox'
import { type AnyOperationId, allOperations } from '../contract/companions.ts'
import { deviationNames } from '../contract/deviations.ts'
import { oneOf as wordOf } from '../contract/schemas/data.ts'
import { faultProfiles } from '../faults/profiles.ts'
import { scenarioNames, tokenNames } from '../fixtures/names.ts'
import { mostServers, standardWorld } from '../fixtures/standard-world.ts'
import type { Profile } from '../gaps/gap-settings.ts'
import { httpLimits } from '../http/http-limits.ts'
import { logLevels } from '../util/log.ts'
import type { NestboxOptions } from './nestbox-options.ts'
import {
  address,
  baseUrl,
  boolean,
  callable,
  day,
  delay,
  entryOf,
  hostName,
  integer,
  moment,
  oneOf,
  origin,
  pattern,
  recipe,
  string,
  type TextType,
  token,
  tokensOf,
  type ValueType,
  withMethods,
} from './types.ts'

/** A flag of a command. It can also be set as `NESTBOX_<NAME>`, with commas between the items of a list. */
export interface Flag extends ValueType, TextType {
  readonly short?: string
  /** The name of the value in the help; a flag without one is a switch. */
  readonly placeholder?: string
  readonly help: string
  /** The value if the flag is not passed, for the help. */
  readonly default?: string | number
  /** May be passed more than once: the values are a list, or entries of an object with one value for each key. */
  readonly repeats?: 'list' | 'object'
  /** On a command line too, commas separate the values of the list. */
  readonly isSplit?: boolean
  /** No two keys of the object may have the same value. */
  readonly isDistinct?: boolean
}

/** An option that `startNestbox` and `nestbox serve` share. A flag that starts with `no-` sets its option to false. */
type Shared = Flag & { readonly flag: string }

/** A flag of `nestbox serve` that sets no option of its own; `for` names the option that it contributes to. */
type OfCommandLine = Flag & { readonly flag: string; readonly for: keyof NestboxOptions }

const world = standardWorld({})

/** Every option of `startNestbox` and of `nestbox serve`, in the order of the help. */
export const options = {
  port: {
    flag: 'port',
    short: 'p',
    placeholder: '<number>',
    ...integer(0, 65_535),
    help: 'port to listen on; 0 chooses a free one',
    default: 4141,
  },
  host: {
    flag: 'host',
    placeholder: '<address>',
    ...address,
    help: 'address to listen on',
    default: '127.0.0.1',
  },
  baseUrl: {
    flag: 'base-url',
    placeholder: '<url>',
    ...baseUrl,
    help: 'start of every URL in a response',
    default: 'the requested host',
  },
  seed: {
    flag: 'seed',
    placeholder: '<text>',
    schema: Type.String({ minLength: 1 }),
    // On a command line, a seed of spaces is a mistake.
    text: string.schema,
    help: 'seed of the generated world',
    default: world.seed,
  },
  scale: {
    flag: 'scale',
    placeholder: '<servers>',
    ...integer(1, mostServers),
    help: `number of servers in the demo world, up to ${mostServers}`,
    default: world.scale,
  },
  scenario: {
    flag: 'scenario',
    placeholder: '<name>',
    ...oneOf(scenarioNames),
    help: `kind of world: ${scenarioNames.join(', ')}`,
    default: world.scenario,
  },
  today: {
    flag: 'today',
    placeholder: '<day>',
    ...day,
    help: 'UTC day of the generated world: its dates lie before it',
    default: 'the day of --now',
  },
  world: recipe,
  worldFile: {
    flag: 'world',
    for: 'world',
    placeholder: '<file>',
    ...string,
    help: 'JSON file or module (.mjs) with rows that are added to the generated world',
  },
  data: {
    flag: 'data',
    placeholder: '<file>',
    ...string,
    help: 'JSON file that keeps the world',
    default: 'memory only',
  },
  gaps: {
    flag: 'gaps',
    placeholder: '<profile>',
    schema: Type.Unsafe<object>({
      type: ['string', 'object'],
      says: 'the name of a profile, or an object of choices by gap',
    }),
    text: Type.Union([wordOf(['literal', 'panel']), Type.String({ pattern: '^grease:.' })], {
      says: 'literal, panel or grease:<seed>',
    }),
    // The schema knows only these names.
    read: (text: string) => text as Profile,
    help: 'profile of gap choices: literal, panel or grease:<seed>',
    default: 'literal',
  },
  gap: {
    flag: 'gap',
    for: 'gaps',
    placeholder: '<id=choice>',
    ...pattern('^[^=]+=.', '<gap>=<choice>, such as page.over-maximum=refuse'),
    read: entryOf,
    repeats: 'object',
    help: 'choice at one gap; see `nestbox list gaps`',
  },
  companions: {
    flag: 'companions',
    for: 'gaps',
    ...boolean,
    help: 'read operations beyond the document, such as lists of servers: --gap operations.beyond=companions',
  },
  deviate: {
    flag: 'deviate',
    placeholder: '<id>',
    ...oneOf(deviationNames),
    repeats: 'list',
    help: 'break the document as a real server does; `panel` sets all deviations of the real panel; see `nestbox list deviations`',
  },
  tokens: {
    flag: 'token',
    placeholder: '<name=token>',
    ...tokensOf(tokenNames),
    repeats: 'object',
    isDistinct: true,
    help: `use this token; the names are ${tokenNames.join(', ')}`,
  },
  upstream: {
    flag: 'upstream',
    placeholder: '<url>',
    ...baseUrl,
    help: 'send requests to the API on to this real server',
  },
  upstreamOperations: {
    flag: 'upstream-operations',
    placeholder: '<ids>',
    // Each key is the id of its operation.
    ...oneOf(Object.keys(allOperations) as AnyOperationId[], {
      says: 'the id of an operation (`nestbox list operations` lists them)',
    }),
    repeats: 'list',
    isSplit: true,
    help: 'only the requests to these operations; see `nestbox list operations`',
    default: 'every request to the API',
  },
  upstreamTokens: {
    flag: 'upstream-token',
    placeholder: '<name=token>',
    ...tokensOf(tokenNames),
    repeats: 'object',
    help: 'token for the upstream, in place of this token; the names are those of --token',
  },
  now: {
    flag: 'now',
    for: 'clock',
    placeholder: '<moment>',
    ...moment,
    help: 'ISO 8601 moment at which every write happens',
    default: 'the current time',
  },
  live: {
    flag: 'live',
    ...boolean,
    help: 'let work go on: backups and installations are completed, and new ones begin',
  },
  liveEvery: {
    flag: 'live-every',
    placeholder: '<seconds>',
    ...integer(1, 3_600),
    help: 'seconds from one step of --live to the next; sets --live',
    default: 5,
  },
  faults: {
    flag: 'faults',
    placeholder: '<profile>',
    ...oneOf(faultProfiles.map(({ name }) => name)),
    repeats: 'list',
    help: `inject faults: ${faultProfiles.map(({ name }) => name).join(', ')}`,
  },
  delay: {
    flag: 'delay',
    placeholder: '<ms>',
    ...delay,
    help: 'delay every response, such as 800 or 200..800',
  },
  cors: { flag: 'no-cors', ...boolean, help: 'send no CORS headers' },
  corsOrigins: {
    flag: 'cors-origin',
    placeholder: '<origin>',
    ...origin,
    repeats: 'list',
    help: 'restrict CORS to this origin',
    default: 'any origin',
  },
  control: { flag: 'no-control', ...boolean, help: 'disable the control API under /_nestbox' },
  controlToken: {
    flag: 'control-token',
    placeholder: '<text>',
    ...token,
    help: 'require this token in the X-Nestbox-Control header of control requests; accept them from any machine',
  },
  allowedHosts: {
    flag: 'allowed-host',
    placeholder: '<name>',
    ...hostName,
    repeats: 'list',
    help: 'accept control requests with this Host header, in addition to those of the loopback',
  },
  logLevel: {
    flag: 'log-level',
    for: 'log',
    placeholder: '<level>',
    ...oneOf(logLevels),
    help: `lowest level that is logged to stderr: ${logLevels.join(', ')}`,
    default: 'info',
  },
  quiet: { flag: 'quiet', for: 'log', short: 'q', ...boolean, help: 'print only the Ready line' },
  gapSettings: withMethods('a GapSettings', 'gap'),
  clock: callable,
  log: withMethods('an object with the methods error, warn and info', 'error', 'warn', 'info'),
  limits: {
    schema: Type.Object(
      Object.fromEntries(
        Object.keys(httpLimits).map((name) => [name, Type.Optional(integer(1, 2 ** 31 - 1).schema)]),
      ),
      { additionalProperties: false },
    ),
  },
} as const satisfies Record<string, Shared | ValueType | OfCommandLine> & {
  readonly [N in keyof NestboxOptions]-?: Shared | ValueType
}

/** The options of the library; the other rows are flags without an option of their own. */
export const libraryOptions: Readonly<
  Record<string, ValueType & Partial<Pick<Flag, 'repeats' | 'isDistinct'>>>
> = Object.fromEntries(Object.entries(options).filter(([, row]) => !('for' in row)))

/** Options that cannot be combined: the first one, where it is not the value of `unless`, and the value of the second. */
interface Contradiction {
  readonly option: keyof NestboxOptions
  readonly unless?: unknown
  readonly other: keyof NestboxOptions
  /** Any value contradicts unless one is given. */
  readonly value?: string | false
  /** The reason, which follows the second option and "which" in the message. */
  readonly which: string
}

/** Options that mean nothing without another one, and what that one does. */
export const dependents: readonly {
  readonly option: keyof NestboxOptions
  readonly needs: keyof NestboxOptions
  /** Follows the second option and "which" in the message. */
  readonly which: string
}[] = [
  { option: 'upstreamOperations', needs: 'upstream', which: 'names the server' },
  { option: 'upstreamTokens', needs: 'upstream', which: 'names the server' },
]

const sizedScenarios = scenarioNames.filter((name) => name !== world.scenario)

export const contradictions: readonly Contradiction[] = [
  { option: 'gaps', other: 'gapSettings', which: 'sets the same' },
  ...sizedScenarios.map((value): Contradiction => {
    // The identity of a world with a fixed size has the scale 1.
    return { option: 'scale', unless: 1, other: 'scenario', value, which: 'has a fixed number of servers' }
  }),
  { option: 'liveEvery', other: 'live', value: false, which: 'turns that work off' },
  { option: 'corsOrigins', other: 'cors', value: false, which: 'turns CORS off' },
  { option: 'controlToken', other: 'control', value: false, which: 'turns the control API off' },
  { option: 'allowedHosts', other: 'control', value: false, which: 'turns the control API off' },
]
