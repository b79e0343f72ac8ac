import type { Reporter } from './reporter.ts'
import { summaryOf } from './summary.ts'

/** A badge in the endpoint format of shields.io. */
export const badge: Reporter = ({ verdict, results, cut = 0 }) => {
  const { fail, skip } = summaryOf(results)
  const left = skip + cut > 0 ? `, ${skip + cut} not judged` : ''
  const faces = {
    conforms: [`conforms, ${results.length} checks`, 'brightgreen'],
    nonconforming: [fail > 0 ? `${fail} of ${results.length} failed` : 'stale known deviations', 'red'],
    incomplete: [`incomplete${left}`, 'yellow'],
    unreachable: ['unreachable', 'lightgrey'],
    error: ['error', 'orange'],
  } as const
  const [message, color] = faces[verdict]
  return `${JSON.stringify({ schemaVersion: 1, label: 'nestbox', message, color })}\n`
}
