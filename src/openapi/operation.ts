import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type Clause, clauses } from '../contract/clauses.ts'
import { companions } from '../contract/companions.ts'
import { related } from '../contract/gaps/concerns.ts'
import { concerns, type SettableGapId, settableGapIds } from '../contract/gaps/index.ts'
import { mediaTypes, parametersIn } from '../contract/operations.ts'
import { pageParameters, pathParameters } from '../contract/parameters.ts'
import type { Section } from '../contract/sections.ts'
import { type GapSettings, successStatus } from '../gaps/gap-settings.ts'
import { type Components, shapeInWords } from './components.ts'
import { type DryRun, type ExampleRequest, type Granted, granted } from './dry-run.ts'
import { errorResponses } from './error-responses.ts'
import { type ExampleRows, identifier } from './examples.ts'
import { gapLine } from './info.ts'
import type { Json } from './plain-schema.ts'
import { neededIn } from './refusals.ts'
import { acceptedBy, beyondTag, securityOf, tagOf } from './security.ts'

/** The inputs that the descriptions of all operations share. */
export interface Surroundings {
  readonly gapSettings: GapSettings
  readonly rows: ExampleRows
  readonly components: Components
  /** The headers of every response. */
  readonly headers: Json
}

/** The description of an operation. @param common gaps that concern every operation, which `info` lists once */
export function described(operation: DryRun, common: ReadonlySet<SettableGapId>, about: Surroundings): Json {
  const { rows, components, gapSettings } = about
  const { isBeyond, endpoint } = operation
  const { id, section, summary, family } = endpoint.operation
  const relevant = settableGapIds.filter((gap) => concerns(gap, endpoint.operation))
  const own = relevant.filter((gap) => !common.has(gap))
  const good = granted(operation, rows)
  const requestBody = requestBodyOf(operation, good, components)
  return {
    operationId: id,
    tags: [isBeyond ? beyondTag.name : tagOf(family)],
    summary,
    description: [
      isBeyond
        ? `Not in the document, which leaves further operations open (section ${section}).`
        : `Section ${section} of the document.`,
      ` ${acceptedBy(family)}`,
      ...listed('The document says:', isBeyond ? [] : clauseLines(section)),
      ...listed(
        'The document leaves open, with the choices of this mock:',
        own.map((gap) => gapLine(gap, gapSettings)),
      ),
    ].join(''),
    parameters: parametersOf(operation, rows, good?.request.query ?? {}, components),
    ...(requestBody && { requestBody }),
    responses: {
      ...success(operation, good, about),
      ...errorResponses(operation, about.headers),
    },
    security: securityOf(family),
    'x-nestbox-section': section,
    'x-nestbox-gaps': relevant,
    ...(isBeyond && { 'x-nestbox-beyond-the-document': true }),
  }
}

/** The request body of an operation, from the schema that checks it. */
function requestBodyOf(operation: DryRun, good: Granted, components: Components): Json | undefined {
  const { endpoint, bodySchema, gap } = operation
  const { body: kind } = endpoint.operation
  if (kind === 'none' || !bodySchema) return undefined
  const isClosed = kind === 'json' && gap('body.unknown-fields') === 'refuse'
  return {
    required: neededIn(operation).length > 0,
    content: {
      [mediaTypes[kind]]: {
        schema: { ...components.use(bodySchema), ...(isClosed && { additionalProperties: false }) },
        ...(good && { example: good.request.body }),
      },
    },
  }
}

function success(
  { endpoint: { operation }, response, gap }: DryRun,
  good: Granted,
  { components, headers }: Surroundings,
): Json {
  return {
    [successStatus(operation, gap)]: {
      description: `${shapeInWords(operation.response)}.`,
      headers,
      ...(response && {
        content: {
          'application/json': {
            schema: components.use(response),
            ...(good && { example: good.body }),
          },
        },
      }),
    },
  }
}

/** The clauses of a section, one line of Markdown each. */
const clauseLines = (section: Section): readonly string[] =>
  clauses
    .filter((clause) => clause.section === section)
    .map(({ text, level }: Clause) => `- ${text}${level === 'inferred' ? ' *(by plain reading)*' : ''}`)

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`\n\n${title}\n\n${lines.join('\n')}`] : []

/** The parameters of an operation, path parameters first. */
function parametersOf(
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
