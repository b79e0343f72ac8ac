import { beyond } from '../contract/gaps/concerns.ts'
import { fillPath, parametersIn, type ResponseShape } from '../contract/operations.ts'
import { responseSchemaOf } from '../contract/schemas/index.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { presentation } from '../gaps/presentation.ts'
import { ApiError } from '../http/errors.ts'
import { longestRelationships } from '../resources/resource.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import { endpoints } from '../routes/index.ts'
import { NotKept } from '../store/errors.ts'
import type { UserRow } from '../store/rows.ts'
import type { World } from '../store/world.ts'
import { weigh } from '../util/weigh.ts'
import { bodiesFor, type ExampleRows, identifier } from './examples.ts'
import type { Json } from './plain-schema.ts'

/** Maximum items of a list in an example. */
const itemsShown = 2

/** Maximum characters of the examples of a description as JSON, since many responses can repeat a long value. */
const longestExamples = 1_000_000

/** A request of a dry run. */
export interface ExampleRequest {
  readonly user: UserRow
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** A JSON body, or the parts of a multipart body by name. */
  readonly body?: Json | undefined
}

/** The world and settings of a dry run. */
export interface DryRunContext {
  /** The source of examples; it is not changed. */
  readonly world: World
  readonly gapSettings: GapSettings
  /** Base URL of the paths, without a trailing slash. */
  readonly base: string
  /** The time of the writes, ISO 8601 with `+00:00`. */
  readonly now: string
}

/** An operation to describe, which can be requested without a change of the world. */
export type DryRun = Awaited<ReturnType<typeof dryRun>>

/** Every operation that the mock serves with the gap settings: those of the document, and those beyond it. */
export async function dryRuns(context: DryRunContext): Promise<readonly DryRun[]> {
  const choice = context.gapSettings.gap('operations.beyond')
  const all = [
    ...endpoints,
    ...(choice === 'absent' ? [] : (await import('../routes/companions.ts')).companionEndpoints),
    ...(choice === 'panel' ? (await import('../routes/beyond/index.ts')).panelEndpoints : []),
  ]
  const left = { characters: longestExamples }
  return Promise.all(all.map((endpoint) => dryRun(endpoint, context, left)))
}

/** @param left the characters that the examples of all operations may still have, counted down */
async function dryRun(
  endpoint: Endpoint,
  { world, gapSettings, base, now }: DryRunContext,
  left: { characters: number },
) {
  const { gap } = gapSettings
  const { read, respond } = await endpoint.prepare(gap)
  const present = presentation(gap)
  const { operation } = endpoint
  const isBeyond = beyond(operation)
  return {
    endpoint,
    /** Whether the document does not have the operation. Section 4.9. */
    isBeyond,
    /** The schema of the success response; undefined for a response without a body. */
    response: responseSchemaOf(operation.response, isBeyond ? 'shown' : 'top'),
    bodySchema: endpoint.bodySchema?.(gap),
    gap,
    /**
     * Runs the operation in a fork of the world, which is then discarded; undefined if it refuses the request, also for
     * lack of an id, and for an example that is too long.
     */
    send({ user, params, query, body }: ExampleRequest) {
      const sent = weigh(body)
      if (sent > left.characters) return undefined
      const fork = world.fork()
      try {
        const { body: made } = respond({
          world: fork,
          view: {
            tables: fork.tables,
            gap,
            nulls: gap('nulls'),
            base,
            nestedItems: itemsShown,
            left: { characters: longestRelationships },
          },
          params,
          url: {
            path: fillPath(operation.path, (name) => params[name] ?? ''),
            query: String(new URLSearchParams(query)),
          },
          user,
          body: read(operation.body === 'multipart' ? parts(body) : body, gap),
          now,
        })
        const shown = made && cut(present ? present(made, base) : made, operation.response)
        const weight = sent + weigh(shown)
        if (weight > left.characters) return undefined
        left.characters -= weight
        return { body: shown && asSent(shown) }
      } catch (error) {
        if (error instanceof ApiError || error instanceof NotKept) return undefined
        throw error
      }
    },
  }
}

const parts = (body: Json = {}) => ({
  files: new Map(Object.entries(body).map(([name, text]) => [name, String(text)])),
  fields: new Set(),
})

/** Shortens a whole list for an example; dry runs request short pages. */
function cut(body: object, { envelope }: ResponseShape): object {
  if (envelope !== 'list') return body
  // A test checks every response against its schema, so `data` is a list.
  const { data, ...rest } = body as { data: readonly unknown[] }
  return { ...rest, data: data.slice(0, itemsShown) }
}

const asSent = (body: object): unknown => JSON.parse(JSON.stringify(body))

/** A request that an operation accepts, with its response; undefined if it refuses all of them in this world. */
export type Granted = ReturnType<typeof granted>

export function granted(operation: DryRun, rows: ExampleRows) {
  for (const request of requests(operation, rows)) {
    const response = operation.send(request)
    if (response) return { request, body: response.body }
  }
  return undefined
}

function requests({ endpoint, bodySchema }: DryRun, rows: ExampleRows): readonly ExampleRequest[] {
  const { id, family, path } = endpoint.operation
  const user = family === 'client' ? rows.owner : rows.admin
  const named = parametersIn(path).map((name) => [name, identifier(rows, name)] as const)
  if (!user || named.some(([, value]) => value === undefined)) return []
  const params = Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
  const query: ExampleRequest['query'] = endpoint.pages ? { page: '1', per_page: String(itemsShown) } : {}
  const bodies: readonly (Json | undefined)[] = bodySchema
    ? bodiesFor(id, rows, bodySchema.properties)
    : [undefined]
  return bodies.map((body) => ({ user, params, query, body }))
}
