import { type About, type Reporter, reporters } from '../../conformance/report/index.ts'
import type { Run } from '../../conformance/run-result.ts'
import { version } from '../../src/util/version.ts'
import { mustBeWritable, writeForOwner } from '../files.ts'
import { complain, print, UsageError, unknownWord } from '../terminal.ts'
import type { ReportWanted } from './flags.ts'

/**
 * Prepares the requested reports; the returned function writes them.
 * @throws UsageError for an unknown reporter, a file that cannot be written, or two reports for one file
 */
export async function reportsFor(
  wanted: readonly ReportWanted[] = [{ name: 'text' }],
  env: NodeJS.ProcessEnv,
): Promise<(run: Run, about: Omit<About, 'version' | 'colour'>) => Promise<void>> {
  const table: Readonly<Record<string, Reporter>> = reporters
  const planned = wanted.map(({ name, file }) => {
    const reporter = Object.hasOwn(table, name) ? table[name] : undefined
    if (!reporter) throw unknownWord('reporter', name, Object.keys(table))
    return { reporter, file }
  })
  if (planned.filter(({ file }) => file === undefined).length > 1)
    throw new UsageError('Two reporters cannot write to stdout; pass a file for one of them.')
  for (const { name, file } of wanted) {
    if (file !== undefined) await mustBeWritable(`--reporter ${name}`, file)
  }
  return async (run, about) => {
    const failed: unknown[] = []
    for (const { reporter, file } of planned) {
      const colour = file === undefined && supportsColour(process.stdout, env)
      try {
        const text = reporter(run, { version: version(), colour, ...about })
        await (file === undefined ? print(text) : writeForOwner(file, text))
      } catch (error) {
        // The other reports are still written.
        failed.push(error)
      }
    }
    if (failed.length > 0) throw failed[0]
  }
}

/** Whether stdout has a report that lists what was left behind. */
export const listsLeftBehind = (wanted: readonly ReportWanted[] = [{ name: 'text' }]): boolean =>
  wanted.some(({ name, file }) => file === undefined && name !== 'har' && name !== 'badge')

/** Lists on stderr what a run has left behind, if anything. */
export function tellLeftBehind({ target, ledger }: Run): void {
  if (ledger.length > 0) complain(`Left behind on ${target}:`, ledger)
}

/** Whether to colour: as the environment says (force-color.org, no-color.org), else as the terminal can. */
function supportsColour(stream: NodeJS.WriteStream, { NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return !/^(?:0|false)$/i.test(FORCE_COLOR)
  return stream.isTTY === true && !NO_COLOR && stream.hasColors()
}
