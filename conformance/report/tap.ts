import type { Result } from '../judge/outcome.ts'
import { factsOf } from './facts.ts'
import { oneLine, printable } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import { bySection, remarkLines } from './summary.ts'

/** TAP 14. Known deviations and warnings are TODO, which harnesses do not count as failures. */
export const tap: Reporter = (run, about) => {
  const { results, stale, verdict, target } = run
  const ordered = bySection(results).flatMap((each) => each.results)
  const count = ordered.length + stale.length
  const lines = [
    'TAP version 14',
    `1..${count}`,
    ...remarkLines(run).map((line) => `# ${plain(line)}`),
    ...ordered.flatMap((result, index) => point(result, index + 1, about)),
    ...stale.map(
      (entry, index) =>
        `not ok ${ordered.length + index + 1} - the known deviations are up to date: ${plain(entry)}`,
    ),
    ...(verdict === 'unreachable' ? [`Bail out! No server responds at ${plain(target)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function point(result: Result, number: number, about: About): string[] {
  const { id, title, status, message = '' } = result
  const name = `${number} - ${id} ${plain(title)}`
  if (status === 'pass') return [`ok ${name}`]
  if (status === 'skip') return [`ok ${name} # SKIP ${plain(message)}`]
  const todo = status === 'known' || status === 'warn' ? ` # TODO ${status}: ${plain(message)}` : ''
  // JSON strings are valid YAML, and escape everything that could end the block.
  const facts = factsOf(result, about).map(
    ({ label, text }) => `  ${label.toLowerCase().replaceAll(' ', '_')}: ${JSON.stringify(printable(text))}`,
  )
  return [`not ok ${name}${todo}`, '  ---', `  status: ${status}`, ...facts, '  ...']
}

/** Text on one line, with the characters escaped that begin a directive. */
const plain = (text: string): string => oneLine(text).replace(/[\\#]/g, '\\$&')
