import { causes, ofStatus, skipsByReason } from './by-section.ts'
import { factsAsText } from './facts.ts'
import { printable, shortened } from './printable.ts'
import type { Reporter } from './reporter.ts'
import { countsInWords, notSelectedInWords, plural, verdictInWords } from './summary.ts'

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly body: string
}

/** GitHub shows at most ten annotations of a step, and drops the others silently. */
const most = 10

/** The maximum number of characters in an annotation. */
const longestBody = 4000

/** Workflow commands that become annotations in GitHub Actions. */
export const github: Reporter = (run, about) => {
  const { results, stale, target } = run
  const annotations: Annotation[] = [
    ...stale.map((entry) => ({ kind: 'error' as const, title: 'Stale known deviation', body: entry })),
    ...causes(results).map(({ result, others }) => ({
      kind: 'error' as const,
      title: `${result.id} ${result.title}`,
      body: factsAsText(result, about, others),
    })),
    ...ofStatus(results, 'warn').map((result) => ({
      kind: 'warning' as const,
      title: `${result.id} ${result.title}`,
      body: result.message ?? '',
    })),
  ]
  const last: Annotation = {
    kind: run.verdict === 'incomplete' ? 'warning' : run.verdict === 'conforms' ? 'notice' : 'error',
    title: `nestbox: ${run.verdict}`,
    body: `${target}: ${countsInWords(results)}. ${verdictInWords(run)}`,
  }
  const shown = annotations.slice(0, most - 1)
  const rest = annotations.slice(most - 1)
  const more = [
    ...run.targetProblems,
    ...(rest.length > 0 ? [`${plural(rest.length, 'annotation')} left out: ${titles(rest)}`] : []),
    ...[notSelectedInWords(run) ?? []].flat(),
    ...skipsByReason(results).map(([reason, ids]) => `${ids.length} skipped: ${reason}`),
  ]
  return [...shown, { ...last, body: [last.body, ...more].join('\n') }].map(command).join('')
}

const titles = (annotations: readonly Annotation[]): string =>
  annotations.map(({ title }) => title.split(' ')[0]).join(', ')

const command = ({ kind, title, body }: Annotation): string =>
  `::${kind} title=${property(title)}::${data(shortened(body, longestBody))}\n`

const data = (text: string): string =>
  printable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
