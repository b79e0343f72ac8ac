import { deviationsNamed } from '../../src/contract/deviations.ts'
import { isObject } from '../../src/contract/objects.ts'
import { dayOf } from '../../src/contract/schemas/primitives.ts'
import { standardWorld } from '../../src/fixtures/world-for.ts'
import { gapSettingsFor } from '../../src/gaps/gap-settings.ts'
import { standardToday } from '../../src/store/world.ts'
import { clockAt, isoSeconds } from '../../src/util/clock.ts'
import { version } from '../../src/util/version.ts'
import { writeOutput } from '../files.ts'
import { type Command, helpFor, type NameOf, readArguments, type Values } from '../flags.ts'
import { defaultUrl, openapiFlags, optionsFor } from '../serving/options.ts'
import { validateFlags } from '../serving/validate-flags.ts'
import { warnOfVariables } from '../serving/variables.ts'
import text from './openapi.txt?raw'

export const openapi: Command = {
  summary: 'Print an OpenAPI 3.1 document of the mocked API',
  help: () => helpFor(text, openapiFlags),
  async run(args, env) {
    const { values, nameOf } = readArguments(openapiFlags, validateFlags, args, { env })
    warnOfVariables(env, Object.keys(openapiFlags))
    const description = await describeApi(values, nameOf)
    const text = values['no-examples'] ? inLines(description) : JSON.stringify(description, null, 2)
    await writeOutput(`${text}\n`, nameOf('out'), values.out)
    return 0
  },
}

async function describeApi(values: Values<typeof openapiFlags>, nameOf: NameOf): Promise<object> {
  const { seed, scenario, scale, gaps = 'literal', deviate = [] } = optionsFor(values, nameOf)
  const now = values.now === undefined ? undefined : clockAt(values.now)()
  // The day is not the current one, so that equal flags print equal documents.
  const today = values.today ?? (now === undefined ? standardToday : dayOf(now))
  // The modules are loaded here, since the help does not need them.
  const [{ makeWorld }, { openApi }, { withoutExamples }] = await Promise.all([
    import('../../src/fixtures/index.ts'),
    import('../../src/openapi/open-api.ts'),
    import('../../src/openapi/without-examples.ts'),
  ])
  const description = await openApi({
    gapSettings: gapSettingsFor(gaps),
    world: makeWorld(standardWorld({ seed, scenario, scale, today })),
    base: values['base-url'] ?? defaultUrl,
    version: version(),
    now: now ?? isoSeconds(Date.parse(today)),
    deviations: deviationsNamed(deviate),
  })
  return values['no-examples'] ? withoutExamples(description) : description
}

/** JSON with one line for each operation and each component, which are at the third level of the document. */
function inLines(value: unknown, depth = 0): string {
  if (!isObject(value) || depth === 3) return JSON.stringify(value)
  const indent = '  '.repeat(depth)
  const lines = Object.entries(value).map(
    ([name, inner]) => `${indent}  ${JSON.stringify(name)}: ${inLines(inner, depth + 1)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}
