import { isIPv6 } from 'node:net'
import { longestDelay } from './faults/effect.ts'
import { faultProfile } from './faults/profiles.ts'
import { BadFault } from './faults/rule.ts'
import { scenarioNames } from './fixtures/scenario-names.ts'
import { mostServers } from './fixtures/standard-world.ts'
import { tokenNames } from './fixtures/token-names.ts'
import { gapSettingsFor, UnknownGapSetting } from './gaps/gap-settings.ts'
import { limitNames } from './http/http-limits.ts'
import type { NestboxOptions } from './nestbox.ts'
import type { Clock } from './util/clock.ts'
import { dayOf, isDay } from './util/day.ts'

/** An option of `startNestbox` that is wrong; the message says what would be right. */
export class BadOption extends Error {}

interface Rule {
  readonly must: string
  readonly holds: (value: unknown) => boolean
}

const filled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Whether a text can be a token, and stand in a header as it is. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text)

/** Whether a text is what a `Host` names, without its port. */
export const isHostName = (text: string): boolean =>
  /^\w[\w.-]*$/.test(text) || (/^[\da-f:.]+$/i.test(bare(text)) && isIPv6(bare(text)))

const bare = (address: string): string => /^\[(.*)\]$/.exec(address)?.[1] ?? address

const integer = (least: number, most: number): Rule => ({
  must: `be an integer from ${least} to ${most}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
})

const text: Rule = { must: 'be a text that is not empty', holds: filled }

const toggle: Rule = { must: 'be true or false', holds: (value) => typeof value === 'boolean' }

const texts: Rule = {
  must: 'be a list of texts',
  holds: (value) => Array.isArray(value) && value.every(filled),
}

const isDelay = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= longestDelay

const anObject: Rule = { must: 'be an object', holds: (value) => typeof value === 'object' && value !== null }

const settings: Rule = {
  must: 'be a GapSettings',
  holds: (value) => anObject.holds(value) && 'gap' in Object(value),
}

const scenarios: readonly string[] = scenarioNames

const rules: { readonly [N in keyof NestboxOptions]-?: Rule } = {
  port: integer(0, 65_535),
  host: text,
  seed: { must: 'be a text that is not empty', holds: (value) => typeof value === 'string' && value !== '' },
  scenario: {
    must: `be one of ${scenarios.join(', ')}`,
    holds: (value) => scenarios.includes(String(value)),
  },
  scale: integer(1, mostServers),
  today: { must: 'be a day from 1970 on, such as "2026-06-01"', holds: isDay },
  data: text,
  gaps: { must: 'be a profile, or choices by gap', holds: (value) => filled(value) || anObject.holds(value) },
  gapSettings: settings,
  dial: settings,
  tokens: {
    must: `hold texts under ${tokenNames.join(', ')}`,
    holds: (value) =>
      anObject.holds(value) &&
      Object.entries(Object(value)).every(
        ([name, token]) => tokenNames.some((known) => known === name) && isToken(String(token)),
      ),
  },
  faults: texts,
  clock: { must: 'be a function', holds: (value) => typeof value === 'function' },
  log: {
    must: 'be a log, with error, warn and info to be called with a line',
    holds: (value) => ['error', 'warn', 'info'].every((name) => typeof Object(value)[name] === 'function'),
  },
  baseUrl: {
    must: 'be a URL with http or https',
    holds: (value) => filled(value) && /^https?:\/\//i.test(value),
  },
  cors: toggle,
  corsOrigins: texts,
  delay: {
    must: `be two numbers of milliseconds, from and to, up to ${longestDelay}`,
    holds: (value) =>
      Array.isArray(value) && value.length === 2 && value.every(isDelay) && value[0] <= value[1],
  },
  control: toggle,
  controlToken: {
    must: 'be a text of 1 to 256 visible ASCII characters, without spaces',
    holds: (value) => typeof value === 'string' && isToken(value),
  },
  allowedHosts: {
    must: 'be a list of names or addresses alone, such as "nestbox" or "192.0.2.2", without a scheme or a port',
    holds: (value) => Array.isArray(value) && value.every((each) => filled(each) && isHostName(each)),
  },
  limits: {
    must: `hold integers from 1 under ${limitNames.join(', ')}`,
    holds: (value) =>
      anObject.holds(value) &&
      Object.entries(Object(value)).every(
        ([name, limit]) => limitNames.includes(name) && integer(1, 2 ** 31 - 1).holds(limit),
      ),
  },
}

/**
 * The UTC day that the dates of a made world lie before.
 * @throws BadOption for a clock that tells no moment
 */
export function dayFor({ today }: NestboxOptions, clock: Clock): string {
  const day = today ?? dayOf(clock())
  if (isDay(day)) return day
  throw new BadOption('The option "clock" must return moments in ISO 8601, from 1970 on.')
}

/** @throws BadOption for an option that does not exist, has a wrong value, or contradicts another */
export function checkOptions(options: NestboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof NestboxOptions] : undefined
    if (!rule)
      throw new BadOption(`There is no option "${name}"; there are ${Object.keys(rules).join(', ')}.`)
    if (!rule.holds(value)) throw new BadOption(`The option "${name}" must ${rule.must}.`)
  }
  const {
    gaps,
    gapSettings,
    scale,
    scenario = 'demo',
    faults = [],
    control,
    controlToken,
    cors,
    corsOrigins,
  } = options
  if (gaps !== undefined && gapSettings !== undefined) {
    throw new BadOption('The options "gaps" and "gapSettings" say the same; give one of them.')
  }
  if (control === false && controlToken !== undefined) {
    throw new BadOption('The option "controlToken" is for the control API, which "control" leaves out.')
  }
  if (cors === false && corsOrigins !== undefined) {
    throw new BadOption('The option "corsOrigins" is for pages of other origins, which "cors" shuts out.')
  }
  // Worlds of other scenarios count as made for one.
  if (scale !== undefined && scale !== 1 && scenario !== 'demo') {
    throw new BadOption(`The option "scale" is for the demo scenario; the ${scenario} one has its own size.`)
  }
  try {
    if (gaps !== undefined) gapSettingsFor(gaps)
    for (const name of faults) faultProfile(name)
  } catch (error) {
    if (error instanceof UnknownGapSetting || error instanceof BadFault) throw new BadOption(error.message)
    throw error
  }
}
