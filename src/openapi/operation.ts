import { gaps, type SettableGapId, settableGapIds } from '../contract/gaps.ts'
import type { ResponseShape } from '../contract/operations.ts'
import { type GapSettings, successStatus } from '../gaps/gap-settings.ts'
import type { Token } from '../store/tokens.ts'
import { type Components, shapeInWords } from './components.ts'
import type { Documented } from './documented.ts'
import { errorResponses } from './error-responses.ts'
import { type Granted, granted } from './good-trial.ts'
import { clauseLines, gapLine } from './lines.ts'
import { parametersOf } from './parameters.ts'
import type { Json } from './plain-schema.ts'
import { probes } from './probes.ts'
import { requestBodyOf } from './request-body.ts'
import type { Scene } from './scene.ts'
import { beyondTag, securityOf, tagOf, takenBy } from './security.ts'
import { itemsShown, type Tried } from './trial.ts'

/** What all operations are described with. */
export interface Surroundings {
  readonly gapSettings: GapSettings
  readonly scene: Scene
  readonly components: Components
  readonly tokens: readonly Token[]
  /** What every answer carries. */
  readonly headers: Json
}

/** An operation, tried out; its text is still missing, as that tells what sets it apart from the others. */
export interface Described {
  readonly documented: Documented
  readonly met: ReadonlySet<SettableGapId>
  readonly parts: Json
}

export function described(documented: Documented, operation: Tried, about: Surroundings): Described {
  const { scene, components } = about
  const good = granted(operation, scene)
  const requestBody = requestBodyOf(operation, good?.trial, components)
  const parts = {
    parameters: parametersOf(operation, scene, good?.trial.query ?? {}, components),
    ...(requestBody && { requestBody }),
    responses: {
      ...success(documented, operation, good, about),
      ...errorResponses(operation, good?.trial, about),
    },
    security: securityOf(documented.endpoint.operation.family),
  }
  for (const probe of good ? probes : []) {
    const changed = good && probe(good.trial, { ...operation, scene })
    if (changed) operation.attempt({ ...good.trial, ...changed })
  }
  return { documented, met: operation.met, parts }
}

function success(
  { endpoint: { operation }, answer }: Documented,
  { gap }: Tried,
  good: Granted | undefined,
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

/** Pages are asked for in the size that is shown; a list comes whole. */
function cut(body: unknown, { envelope }: ResponseShape): unknown {
  if (envelope !== 'list') return body
  // What a list is, the schemas hold against every answer.
  const { data, ...rest } = body as { data: readonly unknown[] }
  return { ...rest, data: data.slice(0, itemsShown) }
}

/**
 * The operation in full.
 * @param common gaps that every operation runs into; they are told once, not with each
 */
export function finished(
  { documented, met, parts }: Described,
  common: ReadonlySet<SettableGapId>,
  gapSettings: GapSettings,
): Json {
  const { id, section, summary, family } = documented.endpoint.operation
  const isOwn = (gap: SettableGapId) =>
    documented.isBeyond ? gap === 'operations.beyond' : gaps[gap].section === section
  const relevant = settableGapIds.filter((gap) => met.has(gap) || isOwn(gap))
  const own = relevant.filter((gap) => !common.has(gap))
  return {
    operationId: id,
    tags: [documented.isBeyond ? beyondTag.name : tagOf(family)],
    summary,
    description: [
      documented.isBeyond
        ? `Not in the document, which leaves open what else there is (section ${section}).`
        : `Section ${section} of the document.`,
      ` ${takenBy(family)}`,
      ...listed('The document says:', documented.isBeyond ? [] : clauseLines(section)),
      ...listed(
        'It leaves open, with what is chosen here:',
        own.map((gap) => gapLine(gap, gapSettings)),
      ),
    ].join(''),
    ...parts,
    'x-nestbox-section': section,
    'x-nestbox-gaps': relevant,
    ...(documented.isBeyond && { 'x-nestbox-beyond-the-document': true }),
  }
}

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [`\n\n${title}\n\n${lines.join('\n')}`] : []
