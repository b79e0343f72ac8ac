import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import { spellings } from '../client/exchange.ts'
import { bodyForms, type Call } from '../steps/step.ts'
import { hasText } from '../steps/values.ts'
import { sum } from './cover.ts'
import { oddValues } from './field-values.ts'
import { sizes } from './pages.ts'
import type { Tables } from './tables.ts'

/** How many of the possible values of a dimension were tried. */
interface Tried {
  readonly tried: number
  readonly of: number
}

/** The coverage of one operation in an exploration. */
export interface Covered {
  readonly operation: OperationId
  readonly requests: number
  readonly subjects: Tried
  readonly credentials: Tried
  readonly spellings: Tried
  readonly bodies: Tried
  readonly values: Tried
  readonly sizes: Tried
}

/** The coverage of each operation, compared with the tables. */
export function coverageOf(calls: readonly Call[], { sites, refused }: Tables): readonly Covered[] {
  return operationIds.map((operation) => {
    const own = calls.filter((call) => call.operation === operation)
    const possible = sites.filter((site) => site.operation === operation)
    const { method, body, response } = operations[operation]
    const odd = Object.entries(oddValues[operation] ?? {}).map(([field, values]) => {
      const sent = [...new Set(own.map(({ fields }) => fields?.[field]))]
      return {
        of: values.length,
        tried: values.filter((value) => sent.some((each) => hasText(each, value))).length,
      }
    })
    const count = (values: readonly unknown[], of: number): Tried => ({
      tried: Math.min(of, new Set(values).size),
      of,
    })
    const credentials = new Set([...possible.flatMap(({ tokens }) => tokens), ...refused[operation]])
    const forms = method === 'GET' || body !== 'json' ? 1 : bodyForms.length
    return {
      operation,
      requests: own.length,
      subjects: count(
        own.filter(({ subject }) => subject !== 'nobody').map(({ subject, named }) => `${subject} ${named}`),
        possible.reduce((sum, { names }) => sum + names.length, 0),
      ),
      credentials: count(
        own.map(({ credential }) => credential),
        credentials.size,
      ),
      spellings: count(
        own.map(({ spelling }) => spelling),
        spellings.length + 1,
      ),
      bodies: count(
        own.map((call) => call.body ?? 'whole'),
        forms,
      ),
      values: { tried: sum(odd.map(({ tried }) => tried)), of: sum(odd.map(({ of }) => of)) },
      sizes: count(
        own.flatMap(({ query }) => (query?.['per_page'] === undefined ? [] : [String(query['per_page'])])),
        response.envelope === 'page' ? sizes.length : 0,
      ),
    }
  })
}
