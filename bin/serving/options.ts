import { contradictionIn } from '../../src/options/check-options.ts'
import type { NestboxOptions } from '../../src/options/nestbox-options.ts'
import { options as table } from '../../src/options/table.ts'
import { boolean, flag, flagsOf } from '../../src/options/types.ts'
import { standardToday } from '../../src/store/world.ts'
import { clockAt } from '../../src/util/clock.ts'
import { createLog } from '../../src/util/log.ts'
import { outFlag } from '../files.ts'
import { asFlag, type Values } from '../flags.ts'
import { lineWriter, UsageError } from '../terminal.ts'

/** The flags of `serve`, by name. */
export const serveFlags = flagsOf(...Object.values(table).filter((row) => 'flag' in row))

/** The flags of `serve` that were passed. */
export type ServeValues = Values<typeof serveFlags>

const { seed, scenario, scale, today, gaps, gap, companions, deviate, now } = serveFlags

/** The base URL of a server without flags. */
export const defaultUrl = `http://${serveFlags.host.default}:${serveFlags.port.default}`

/** The flags of `openapi`. */
export const openapiFlags = {
  ...flagsOf(outFlag, flag('--no-examples', 'the short form, for generators of clients', boolean)),
  'base-url': { ...serveFlags['base-url'], help: 'base URL of the paths', default: defaultUrl },
  ...{ seed, scenario, scale },
  today: { ...today, default: `the day of --now, else ${standardToday}` },
  ...{ gaps, gap, companions, deviate },
  now: { ...now, help: 'ISO 8601 time of the examples', default: 'the start of the day' },
} as const

/**
 * The options of `startNestbox` for the flags of the command line.
 * @throws UsageError for flags that contradict each other
 */
export function optionsFor(values: ServeValues, nameOf = asFlag): NestboxOptions {
  const level = values['log-level'] ?? (values.quiet ? 'silent' : 'info')
  const options: NestboxOptions = {
    port: table.port.default,
    ...ownOptions(values),
    // The type of the flag has checked the choices.
    gaps: { profile: values.gaps ?? 'literal', ...gapChoicesIn(values, nameOf) } as NonNullable<
      NestboxOptions['gaps']
    >,
    clock: clockAt(values.now),
    log: createLog(level, lineWriter(process.stderr)),
  }
  const contradiction = contradictionIn(options, (option, value) => {
    const flag = nameOf(flagOf(option))
    return typeof value === 'string' ? `${flag} ${value}` : flag
  })
  if (contradiction !== undefined) throw new UsageError(contradiction)
  return options
}

/**
 * The choices at single gaps; `--companions` is one of them.
 * @throws UsageError for two choices at one gap
 */
export function gapChoicesIn(
  { gap = {}, companions }: ServeValues,
  nameOf = asFlag,
): Readonly<Record<string, string>> {
  if (!companions) return gap
  const id = 'operations.beyond'
  const { [id]: other = 'companions' } = gap
  if (other === 'companions') return { ...gap, [id]: other }
  const [one, two] = [nameOf('companions'), nameOf('gap')]
  throw new UsageError(`${one} cannot be combined with ${two} ${id}=${other}, which sets the same.`)
}

/** The options with a flag of their own. */
function ownOptions(values: ServeValues): NestboxOptions {
  const entries = Object.entries(table).flatMap(([name, row]) => {
    if (!('flag' in row) || 'for' in row) return []
    const value = values[row.flag]
    if (value === undefined) return []
    return [[name, row.flag.startsWith('no-') ? !value : value]]
  })
  // Each row of the table has the type of the option with its name.
  return Object.fromEntries(entries) as NestboxOptions
}

function flagOf(option: keyof NestboxOptions): string {
  const row = table[option]
  return 'flag' in row ? row.flag : option
}
