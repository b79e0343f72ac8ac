import { contradictionIn } from '../../src/options/check-options.ts'
import type { NestboxOptions } from '../../src/options/nestbox-options.ts'
import { options as table } from '../../src/options/table.ts'
import { clockAt } from '../../src/util/clock.ts'
import { createLog } from '../../src/util/log.ts'
import { UsageError } from '../command.ts'
import { lineWriter } from '../terminal.ts'
import type { ServeValues } from './flags.ts'

/**
 * The options of `startNestbox` for the flags of the command line.
 * @throws UsageError for flags that contradict each other
 */
export function optionsFor(values: ServeValues): NestboxOptions {
  const level = values['log-level'] ?? (values.quiet ? 'silent' : 'info')
  const options: NestboxOptions = {
    port: table.port.default,
    ...ownOptions(values),
    // The type of the flag has checked the choices.
    gaps: { profile: values.gaps ?? 'literal', ...gapChoicesIn(values) } as NonNullable<
      NestboxOptions['gaps']
    >,
    clock: clockAt(values.now),
    log: createLog(level, lineWriter(process.stderr)),
  }
  const contradiction = contradictionIn(options, (option, value) => {
    const flag = `--${flagOf(option)}`
    return typeof value === 'string' ? `${flag} ${value}` : flag
  })
  if (contradiction !== undefined) throw new UsageError(contradiction)
  return options
}

/**
 * The choices at single gaps; `--companions` is one of them.
 * @throws UsageError for two choices at one gap
 */
export function gapChoicesIn({ gap = {}, companions }: ServeValues): Readonly<Record<string, string>> {
  if (!companions) return gap
  const id = 'operations.beyond'
  const { [id]: other = 'companions' } = gap
  if (other === 'companions') return { ...gap, [id]: other }
  throw new UsageError(`--companions cannot be combined with --gap ${id}=${other}, which sets the same.`)
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
