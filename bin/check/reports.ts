import { type About, type Reporter, reporters } from '../../conformance/report/index.ts'
import type { Run } from '../../conformance/run.ts'
import { version } from '../../src/util/version.ts'
import type { Wish } from '../commands/check-flags.ts'
import { UsageError } from '../usage-error.ts'
import { mustBeWritable, writeForOwner } from './writable.ts'

/**
 * The reports that were wished for, ready to be written.
 * @throws UsageError before anything is judged, for a report that nobody writes or nobody can, or two in one place
 */
export async function reportsFor(
  wishes: readonly Wish[] = [{ name: 'text' }],
): Promise<(run: Run, about: Omit<About, 'version' | 'colour'>) => Promise<void>> {
  const table: Readonly<Record<string, Reporter>> = reporters
  const planned = wishes.map(({ name, file }) => {
    const reporter = Object.hasOwn(table, name) ? table[name] : undefined
    if (!reporter)
      throw new UsageError(`There is no reporter "${name}"; there is ${Object.keys(table).join(', ')}.`)
    return { reporter, file }
  })
  const places = planned.map(({ file = 'stdout' }) => file)
  const twice = places.find((place, index) => places.indexOf(place) !== index)
  if (twice !== undefined)
    throw new UsageError(`Two reporters cannot write to ${twice}; give one of them another file.`)
  for (const { name, file } of wishes) {
    if (file !== undefined) await mustBeWritable(`--reporter ${name}`, file)
  }
  return async (run, about) => {
    for (const { reporter, file } of planned) {
      const colour = file === undefined && takesColour(process.stdout)
      const text = reporter(run, { version: version(), colour, ...about })
      if (file === undefined) process.stdout.write(text)
      else await writeForOwner(file, text)
    }
  }
}

const takesColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && stream.hasColors() && !process.env['NO_COLOR']
