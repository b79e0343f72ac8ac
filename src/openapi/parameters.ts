import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { companions } from '../contract/companions.ts'
import { related } from '../contract/gaps/concerns.ts'
import { parametersIn } from '../contract/operations.ts'
import { pageParameters, pathParameters } from '../contract/parameters.ts'
import type { Components } from './components.ts'
import type { DryRun, ExampleRequest } from './dry-run.ts'
import { type ExampleRows, identifier } from './example-rows.ts'
import type { Json } from './plain-schema.ts'

/** The parameters of an operation, path parameters first. */
export function parametersOf(
  { endpoint, gap }: DryRun,
  rows: ExampleRows,
  query: ExampleRequest['query'],
  components: Components,
): readonly Json[] {
  const inPath = parametersIn(endpoint.operation.path).map((name) => {
    const known = pathParameters[name]
    const example = identifier(rows, name)
    return {
      name,
      in: 'path',
      required: true,
      ...(known && { description: known.text }),
      schema: components.use(known?.schema ?? Type.String()),
      ...(example !== undefined && { example }),
    }
  })
  const included = takesInclude(endpoint, gap) ? [include] : []
  if (!endpoint.pages) return [...inPath, ...included]
  const { standard, maximum } = endpoint.pages(gap)
  const inQuery = (name: keyof typeof pageParameters, schema: TSchema) => ({
    name,
    in: 'query',
    description: pageParameters[name],
    schema,
    ...(query[name] !== undefined && { example: Number(query[name]) }),
  })
  return [
    ...inPath,
    inQuery('page', Type.Integer({ minimum: 1, default: 1 })),
    inQuery('per_page', Type.Integer({ minimum: 1, maximum, default: standard })),
    ...listParameters(endpoint),
    ...included,
  ]
}

/** Companions take `include`; whether the operations of the document do is a gap. Section 2.1 item 3. */
const takesInclude = ({ operation }: DryRun['endpoint'], gap: DryRun['gap']): boolean =>
  related(operation) && (operation.id in companions || gap('relationships.include') === 'expand')

const inText = (name: string, description: string): Json => ({
  ...{ name, in: 'query', description },
  schema: { type: 'string' },
})

const include = inText('include', 'Names of relationships to include, by commas.')

/** The query parameters of companions, which the real panel has too. */
function listParameters({ query }: DryRun['endpoint']): readonly Json[] {
  if (!query) return []
  return [
    ...query.filters.map((field) =>
      inText(`filter[${field}]`, 'A part of the field; commas separate alternatives.'),
    ),
    inText('sort', `Fields of ${query.sorts.join(', ')}, by commas; a hyphen in front reverses the order.`),
  ]
}
