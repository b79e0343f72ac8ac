import type { TObject } from '@sinclair/typebox'
import type { GapSettings, ReadGap } from '../gaps/gap-settings.ts'
import { presentation } from '../gaps/presentation.ts'
import { ApiError } from '../http/errors.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import type { UserRow } from '../store/rows.ts'
import type { World } from '../store/world.ts'
import type { Json } from './plain-schema.ts'

/** Maximum items of a list in an example. */
export const itemsShown = 2

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
  readonly world: World
  readonly gapSettings: GapSettings
  readonly base: string
  readonly now: string
}

/** An operation that can be requested without a change of the world. */
export interface DryRun {
  readonly endpoint: Endpoint
  readonly bodySchema: TObject | undefined
  readonly gap: ReadGap
  /** Runs the operation in a fork of the world, which is then discarded; undefined if it refuses the request. */
  readonly send: (request: ExampleRequest) => { readonly status: number; readonly body: unknown } | undefined
}

/** Prepares an operation for dry runs. */
export async function dryRun(
  endpoint: Endpoint,
  { world, gapSettings, base, now }: DryRunContext,
): Promise<DryRun> {
  const { gap } = gapSettings
  const { read, respond } = await endpoint.prepare(gap)
  const present = presentation(gap)
  const { operation } = endpoint
  return {
    endpoint,
    bodySchema: endpoint.bodySchema?.(gap),
    gap,
    send({ user, params, query, body }) {
      const fork = world.fork()
      try {
        const { status, body: made } = respond({
          world: fork,
          view: { tables: fork.tables, gap, nulls: gap('nulls'), base, nestedItems: itemsShown },
          params,
          url: { path: filled(operation.path, params), query: String(new URLSearchParams(query)) },
          user,
          body: read(operation.body === 'multipart' ? parts(body) : body, gap),
          now,
        })
        return { status, body: made && asSent(present ? present(made, base) : made) }
      } catch (error) {
        if (error instanceof ApiError) return undefined
        throw error
      }
    },
  }
}

const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')

const parts = (body: Json = {}) => ({
  files: new Map(Object.entries(body).map(([name, text]) => [name, String(text)])),
  fields: new Set(),
})

const asSent = (body: object): unknown => JSON.parse(JSON.stringify(body))
