import { GapSettings } from '../../src/gaps/gap-settings.ts'
import { standardToday } from '../../src/store/identity.ts'
import { clockAt, isoSeconds } from '../../src/util/clock.ts'
import { dayOf } from '../../src/util/day.ts'
import { version } from '../../src/util/version.ts'
import type { Command } from '../command.ts'
import { describe, readFlags, type Values } from '../flags.ts'
import { filled } from '../readers.ts'
import { serveFlags } from '../serving/flags.ts'
import { optionsFor, standardPort } from '../serving/options.ts'
import { warnOfVariables } from '../serving/variables.ts'
import { writeOutput } from '../write-output.ts'

const { seed, scenario, scale, today, gaps, gap, now } = serveFlags

const flags = {
  output: { short: 'o', value: '<file>', help: 'where to write it [stdout]', read: filled },
  'base-url': {
    ...serveFlags['base-url'],
    help: `what the paths stand under [http://127.0.0.1:${standardPort}]`,
  },
  seed,
  scenario,
  scale,
  today: {
    ...today,
    help: `day that the world's dates lie before [the day of --now, else ${standardToday}]`,
  },
  gaps,
  gap,
  now: { ...now, help: 'ISO 8601 moment of the examples [the start of the day]' },
} as const

export const openapi: Command = {
  summary: 'Describe the API as it is mocked, in OpenAPI 3.1',
  help: () => `Usage: nestbox openapi [flags]

Describes the API as \`nestbox serve\` with the same flags would mock it: OpenAPI
3.1 as JSON, with examples from that world. No service is started. A service
that runs describes itself at /_nestbox/openapi.json.

${describe(flags)}
  -h, --help
  -v, --version`,
  async run(args, env) {
    const given = readFlags(flags, args, env)
    warnOfVariables(env, Object.keys(flags))
    return writeOutput(`${JSON.stringify(await description(given), null, 2)}\n`, '--output', given.output)
  },
}

async function description(given: Values<typeof flags>): Promise<object> {
  const { seed, scenario, scale, gapSettings = new GapSettings() } = optionsFor(given)
  const now = given.now === undefined ? undefined : clockAt(given.now)()
  // Not the clock, so that equal flags describe equally.
  const today = given.today ?? (now === undefined ? standardToday : dayOf(now))
  // Neither is wanted for the help.
  const [{ makeWorld }, { openApi }] = await Promise.all([
    import('../../src/fixtures/index.ts'),
    import('../../src/openapi/open-api.ts'),
  ])
  return openApi({
    gapSettings,
    world: makeWorld({ seed, scenario, scale, today }),
    base: given['base-url'] ?? `http://127.0.0.1:${standardPort}`,
    version: version(),
    now: now ?? isoSeconds(Date.parse(today)),
  })
}
