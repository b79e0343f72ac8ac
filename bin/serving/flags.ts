import { choicesAt, type GapId, gaps, settableGapIds } from '../../src/contract/gaps.ts'
import { faultProfiles } from '../../src/faults/profiles.ts'
import { scenarioNames } from '../../src/fixtures/scenario-names.ts'
import { mostServers } from '../../src/fixtures/standard-world.ts'
import { type TokenName, tokenNames } from '../../src/fixtures/token-names.ts'
import { GapSettings, profile, UnknownGapSetting } from '../../src/gaps/gap-settings.ts'
import { isHostName, isToken } from '../../src/options.ts'
import { isDay } from '../../src/util/day.ts'
import { logLevels } from '../../src/util/log.ts'
import { near } from '../check/near.ts'
import { type Read, toggle } from '../flags.ts'
import { baseUrl, filled, integer, oneOf } from '../readers.ts'

const origin: Read<string> = (text) =>
  /^https?:\/\/[^\s/?#]+$/i.test(text) && URL.canParse(text)
    ? text.toLowerCase()
    : { must: 'be an origin, such as http://localhost:5173' }

const moment: Read<number> = (text) => {
  const [, day] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? []
  const time = isDay(day) ? Date.parse(inUtc(text)) : Number.NaN
  return Number.isNaN(time)
    ? { must: 'be a moment in ISO 8601 from 1970 on, such as 2026-06-01T12:00:00Z' }
    : time
}

const dayGiven: Read<string> = (text) =>
  isDay(text) ? text : { must: 'be a day from 1970 on, such as 2026-06-01' }

/** A moment without an offset means the same on every machine. */
const inUtc = (text: string): string => (/T[\d:.]+$/.test(text) ? `${text}Z` : text)

const longestDelay = 600_000

const milliseconds: Read<readonly [number, number]> = (text) => {
  const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? []
  const range = [Number(from), Number(to)] as const
  return range[0] <= range[1] && range[1] <= longestDelay
    ? range
    : { must: `be milliseconds up to ${longestDelay}, such as 800 or 200..800` }
}

const tokenGiven: Read<readonly [TokenName, string]> = (text) => {
  const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
  const known = tokenNames.find((each) => each === name)
  return known && isToken(value)
    ? [known, value]
    : { must: `be <kind>=<token>, with a kind of ${tokenNames.join(', ')} and a token of ${tokenText}` }
}

const tokenText = '1 to 256 visible ASCII characters, without spaces'

const controlToken: Read<string> = (text) => (isToken(text) ? text : { must: `be ${tokenText}` })

const hostName: Read<string> = (text) =>
  isHostName(text)
    ? text.toLowerCase()
    : { must: 'be a name or an address alone, such as nestbox or 192.0.2.2, without a scheme or a port' }

const profileGiven: Read<string> = (text) => {
  try {
    profile(text)
    return text
  } catch (error) {
    if (!(error instanceof UnknownGapSetting)) throw error
    return { must: 'be literal, panel or grease:<seed>' }
  }
}

const gapGiven: Read<readonly [string, string]> = (text) => {
  const [, id = '', choice = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? []
  try {
    new GapSettings().set(id, choice)
    return [id, choice]
  } catch (error) {
    if (!(error instanceof UnknownGapSetting)) throw error
    return { must: Object.hasOwn(gaps, id) ? mustForGap(id as GapId) : mustForWord(id) }
  }
}

function mustForGap(id: GapId): string {
  const choices = choicesAt(id)
  return choices.length > 0
    ? `be ${id}=<choice>, with a choice of ${choices.join(', ')}`
    : `name a gap with a choice (nobody can see "${id}"), such as page.over-maximum=refuse`
}

function mustForWord(word: string): string {
  if (word === '') return 'be <gap>=<choice>, such as page.over-maximum=refuse'
  const [like = 'page.over-maximum'] = near(word, settableGapIds, 1)
  const example = `${like}=${choicesAt(like as GapId).at(-1)}`
  return `be <gap>=<choice>, such as ${example} (there is no gap "${word}")`
}

/** Everything that `serve` takes. */
export const serveFlags = {
  port: {
    short: 'p',
    value: '<number>',
    help: 'port to listen on, 0 for a free one [4141]',
    read: integer(0, 65_535),
  },
  host: { value: '<address>', help: 'address to listen on [127.0.0.1]', read: filled },
  'base-url': { value: '<url>', help: 'what URLs in answers start with [as requested]', read: baseUrl },
  seed: { value: '<text>', help: 'seed of the world [nestbox]', read: filled },
  scale: {
    value: '<servers>',
    help: 'servers in the demo world, up to 10000 [40]',
    read: integer(1, mostServers),
  },
  scenario: {
    value: '<name>',
    help: 'demo, empty or edge [demo]',
    read: oneOf(scenarioNames),
  },
  today: {
    value: '<day>',
    help: "day that the world's dates lie before [the day of --now]",
    read: dayGiven,
  },
  data: { value: '<file>', help: 'JSON file to keep the world in [memory]', read: filled },
  gaps: { value: '<profile>', help: 'literal, panel or grease:<seed> [literal]', read: profileGiven },
  gap: { value: '<id=choice>', help: 'the choice at one gap', list: 'by key', read: gapGiven },
  token: {
    value: '<kind=token>',
    help: `a token of your own; kinds: ${tokenNames.join(', ')}`,
    list: 'by key',
    read: tokenGiven,
  },
  now: { value: '<moment>', help: 'ISO 8601 moment at which writes happen [the clock]', read: moment },
  faults: {
    value: '<profile>',
    help: `what goes wrong on purpose: ${faultProfiles.map(({ name }) => name).join(', ')}`,
    list: true,
    read: oneOf(faultProfiles.map(({ name }) => name)),
  },
  delay: { value: '<ms>', help: 'hold answers back, such as 800 or 200..800', read: milliseconds },
  'no-cors': { help: 'no CORS headers', read: toggle },
  'cors-origin': {
    value: '<origin>',
    help: 'the only origins that CORS allows [all]',
    list: true,
    read: origin,
  },
  'no-control': { help: 'nothing under /_nestbox', read: toggle },
  'control-token': {
    value: '<text>',
    help: 'let whoever sends this as X-Nestbox-Control use /_nestbox',
    read: controlToken,
  },
  'allowed-host': {
    value: '<name>',
    help: 'another Host under which /_nestbox may be called',
    list: true,
    read: hostName,
  },
  'log-level': { value: '<level>', help: `${logLevels.join(', ')} [info]`, read: oneOf(logLevels) },
  quiet: { short: 'q', help: 'print nothing but the Ready line', read: toggle },
} as const
