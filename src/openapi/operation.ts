import { type Clause, clauses } from '../contract/clauses.ts'
import { concerns, type SettableGapId, settableGapIds } from '../contract/gaps/index.ts'
import { mediaTypes, type ResponseShape } from '../contract/operations.ts'
import type { Section } from '../contract/sections.ts'
import { type GapSettings, successStatus } from '../gaps/gap-settings.ts'
import { type Components, shapeInWords } from './components.ts'
import { type DryRun, type Granted, granted, itemsShown } from './dry-run.ts'
import { errorResponses } from './error-responses.ts'
import type { ExampleRows } from './example-rows.ts'
import { gapLine } from './info.ts'
import { parametersOf } from './parameters.ts'
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
  { endpoint: { operation }, answer, gap }: DryRun,
  good: Granted,
  { components, headers }: Surroundings,
): Json {
  return {
    [successStatus(operation, gap)]: {
      description: `${shapeInWords(operation.answer)}.`,
      headers,
      ...(answer && {
        content: {
          'application/json': {
            schema: components.use(answer),
            ...(good && { example: cut(good.body, operation.answer) }),
          },
        },
      }),
    },
  }
}

/** Shortens a whole list for an example; dry runs request short pages. */
function cut(body: unknown, { envelope }: ResponseShape): unknown {
  if (envelope !== 'list') return body
  // A test checks every response against its schema, so `data` is a list.
  const { data, ...rest } = body as { data: readonly unknown[] }
  return { ...rest, data: data.slice(0, itemsShown) }
}

/** The clauses of a section, one line of Markdown each. */
const clauseLines = (section: Section): readonly string[] =>
  clauses
    .filter((clause) => clause.section === section)
    .map(({ text, level }: Clause) => `- ${text}${level === 'inferred' ? ' *(by plain reading)*' : ''}`)

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`\n\n${title}\n\n${lines.join('\n')}`] : []
