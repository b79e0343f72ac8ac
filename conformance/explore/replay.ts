import * as Type from '@sinclair/typebox'
import { compile } from '../../src/contract/checking/compile.ts'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { operationIds, operations } from '../../src/contract/index.ts'
import { mapOf } from '../../src/contract/schemas/data.ts'
import { isApplicationReply } from '../client/client.ts'
import { forgeryNames, tokenNames } from '../client/credentials.ts'
import { jsonInUtf8, spellings } from '../client/exchange.ts'
import { jsonFault, parsedJson } from '../client/parsed-json.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { cut, inShort, isObject, wasGranted } from '../judge/reception.ts'
import { isOwner } from '../rules/access.ts'
import { bodyForms, callsOf, type Entry, inventedNames, namesOf, type Step, subjects } from '../steps/step.ts'
import { BadInput, type Target } from '../target/target.ts'

const oneOf = (names: readonly string[]) => Type.Union(names.map((name) => Type.Literal(name)))

const Values = Type.Record(Type.String(), Type.Unknown())

const CallSchema = Type.Object(
  {
    operation: oneOf(operationIds),
    subject: oneOf(subjects),
    named: Type.Union([Type.String(), Type.Integer()]),
    credential: oneOf([...tokenNames, ...forgeryNames]),
    spelling: Type.Optional(oneOf(spellings)),
    query: Type.Optional(mapOf(Type.Union([Type.String(), Type.Number(), Type.Array(Type.Number())]))),
    headers: Type.Optional(
      Type.Object({ 'content-type': Type.Literal(jsonInUtf8) }, { additionalProperties: false }),
    ),
    body: Type.Optional(oneOf(bodyForms)),
    fields: Type.Optional(Values),
    pins: Type.Optional(Values),
    isReversed: Type.Optional(Type.Boolean()),
    json: Type.Optional(Type.Unknown()),
    tags: Type.Optional(Type.Array(Type.Integer())),
    file: Type.Optional(Type.String()),
    mark: Type.Optional(Type.String()),
    variable: Type.Optional(Type.String()),
    isGranted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const StepSchema = Type.Union([
  CallSchema,
  Type.Object(
    { burst: Type.Array(CallSchema, { minItems: 1, maxItems: 10 }) },
    { additionalProperties: false },
  ),
  Type.Object({ pause: Type.Integer({ minimum: 0, maximum: 60_000 }) }, { additionalProperties: false }),
])

const ReportSchema = Type.Object({
  target: Type.String(),
  exploration: Type.Object({ resources: Type.Object({}) }),
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      again: Type.Optional(Type.String()),
      steps: Type.Optional(Type.Array(StepSchema, { minItems: 1, maxItems: 1_000 })),
    }),
  ),
})

const isReport = compile(ReportSchema)

/** The findings of an exploration, to be sent again. */
export interface Replay {
  /** The base URL of the server that was explored. */
  readonly target: string
  /** The resources of its target. */
  readonly resources: unknown
  readonly findings: readonly {
    readonly check: string
    readonly steps: readonly Step[]
    /** How often the steps showed the finding in the exploration, as a phrase. */
    readonly again?: string
  }[]
}

/**
 * Whether steps showed their finding each time in the exploration, so that a server without the failure was corrected.
 */
export const cameEachTime = ({ again }: Replay['findings'][number]): boolean =>
  again === undefined || again.includes('each time')

/**
 * Reads the findings of an exploration from its JSON report.
 * @param name the name of the file in messages
 * @throws BadInput with one sentence
 */
export function readReplay(text: string, name: string): Replay {
  const fault = jsonFault(text, name, false)
  if (fault !== undefined) throw new BadInput(`--replay: ${fault}.`)
  const content = parsedJson(text)
  const kit = isObject(content) && isObject(content['kit']) ? content['kit']['name'] : undefined
  if (!isObject(content) || kit !== 'nestbox')
    throw new BadInput(
      `--replay: ${name} is not a JSON report of nestbox; \`npx nestbox check --explore --reporter json=<file>\` writes one.`,
    )
  if (content['exploration'] === undefined)
    throw new BadInput(
      `--replay: ${name} is the report of a run without --explore, so it holds no steps to send again.`,
    )
  const report: unknown = content
  if (!isReport(report)) {
    const [wrong] = errorsIn(isReport, report, { subject: 'The report', hidesValues: true })
    throw new BadInput(`--replay: ${name} is damaged: ${wrong?.detail}`)
  }
  const findings = report.results.flatMap(({ id, steps, again }) =>
    // The schema has the form of the steps, which TypeScript cannot infer.
    steps
      ? [{ check: id, steps: steps as unknown as readonly Step[], ...(again !== undefined && { again }) }]
      : [],
  )
  if (findings.length === 0)
    throw new BadInput(`--replay: ${name} holds no finding of --explore, so there is nothing to send again.`)
  return { target: report.target, resources: report.exploration.resources, findings }
}

/** The requests of each step; a number is a pause in milliseconds. */
type Played = readonly (readonly Entry[] | number)[]

/** Steps as a report has them: each request with whether it was granted, because a replay proves nothing without that. */
export const storedSteps = (steps: readonly Step[], played: Played): readonly Step[] =>
  steps.map((step, at) => {
    const entries = played[at]
    if (typeof entries !== 'object') return step
    const calls = entries.map(({ call, exchange }) => ({ ...call, isGranted: wasGranted(exchange) }))
    return 'burst' in step ? { burst: calls } : (calls[0] ?? step)
  })

/**
 * Why a replay without a failure proves nothing: a request that was granted in the exploration, or the last one, is
 * refused now, or the application did not respond.
 */
export function whyUnproven({ session }: Fixtures, played: Played): string | undefined {
  const entries = played.flatMap((each) => (typeof each === 'number' ? [] : each))
  if (entries.length === 0) return 'nothing is requested'
  const mustBeGranted = (entry: Entry): boolean =>
    isOwner(entry) && entry.call.spelling === undefined && (entry.call.isGranted || entry === entries.at(-1))
  const refused = entries.find(
    (entry) =>
      !isApplicationReply(entry.exchange.reply) || (mustBeGranted(entry) && !wasGranted(entry.exchange)),
  )
  if (refused) {
    const { ask, reply, failure } = refused.exchange
    const before = refused.call.isGranted ? 'was granted in the exploration, and ' : ''
    return `${ask.method} ${ask.path} ${before}is answered with ${inShort(reply, failure)} now`
  }
  const missing = entries.find(({ call }) => session.granted(call.operation).length === 0)
  return missing && `no request of "${operations[missing.call.operation].summary}" was granted`
}

/**
 * Refuses to send the findings of one server to another, and to write to resources that the target does not name.
 * @param isSameUrl whether the URL is that of the exploration too
 * @throws BadInput with one sentence
 */
export function mustBeOf(replay: Replay, target: Target, name: string, isSameUrl = true): void {
  if (isSameUrl && replay.target !== target.baseUrl)
    throw new BadInput(`--replay: ${name} is about ${replay.target}, not about ${target.baseUrl}.`)
  if (JSON.stringify(replay.resources) !== JSON.stringify(target.resources))
    throw new BadInput(`--replay: ${name} is about other resources than those of this target.`)
  const stray = replay.findings
    .flatMap(({ steps }) => steps.flatMap(callsOf))
    .find(({ operation, subject, named }) => {
      const names =
        subject === 'nobody' ? inventedNames(operation, target) : namesOf(operation, subject, target)
      return !names.some((each) => String(each) === String(named))
    })
  if (stray)
    throw new BadInput(
      `--replay: ${name} has a request of "${operations[stray.operation].summary}" for ${JSON.stringify(cut(String(stray.named)))}, which this target does not name as ${stray.subject}.`,
    )
  if (!target.disposable)
    throw new BadInput('--replay: the target does not say `"disposable": true`, so nothing is sent again.')
}
