import { plural } from '../../src/contract/checking/words.ts'
import type { Result } from '../judge/outcome.ts'
import { factsAsText } from './facts.ts'
import { printable, shortened } from './printable.ts'
import type { Reporter } from './reporter.ts'
import { causes, countsInWords, ofStatus, remarkLines, skipsByReason, verdictInWords } from './summary.ts'

const annotation = (kind: 'error' | 'warning' | 'notice', title: string, body: string) => ({
  ...{ kind, title, body },
})

type Annotation = ReturnType<typeof annotation>

/** GitHub shows at most ten annotations of a step, and drops the others silently. */
const most = 10

/** The maximum number of characters in an annotation. */
const longestBody = 4000

/** Workflow commands that become annotations in GitHub Actions. */
export const github: Reporter = (run, about) => {
  const { results, stale, target } = run
  const annotations = [
    ...stale.map((entry) => annotation('error', 'Stale known deviation', entry)),
    ...causes(results).map(({ result, others }) =>
      annotation('error', titleOf(result), factsAsText(result, about, others)),
    ),
    ...ofStatus(results, 'warn').map((result) =>
      annotation('warning', titleOf(result), result.message ?? ''),
    ),
  ]
  const kind = run.verdict === 'incomplete' ? 'warning' : run.verdict === 'conforms' ? 'notice' : 'error'
  const summary = `${target}: ${countsInWords(results)}. ${verdictInWords(run)}`
  const shown = annotations.slice(0, most - 1)
  const rest = annotations.slice(most - 1)
  const ids = rest.map(({ title }) => title.split(' ')[0]).join(', ')
  const more = [
    ...remarkLines(run),
    ...(rest.length > 0 ? [`${plural(rest.length, 'annotation')} left out: ${ids}`] : []),
    ...skipsByReason(results).map(([reason, ids]) => `${ids.length} skipped: ${reason}`),
  ]
  const last = annotation(kind, `nestbox: ${run.verdict}`, [summary, ...more].join('\n'))
  return [...shown, last].map(command).join('')
}

const titleOf = ({ id, title }: Result): string => `${id} ${title}`

const command = ({ kind, title, body }: Annotation): string =>
  `::${kind} title=${property(title)}::${data(shortened(body, longestBody))}\n`

const data = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
