import { parametersIn } from '../contract/match-operation.ts'
import { bodiesFor } from './bodies.ts'
import { type DryRun, type ExampleRequest, itemsShown } from './dry-run.ts'
import { type ExampleRows, identifier } from './example-rows.ts'
import type { Json } from './plain-schema.ts'

/** A request that an operation accepts, with its response. */
export interface Granted {
  readonly request: ExampleRequest
  readonly status: number
  readonly body: unknown
}

/** Finds a request that the operation accepts; undefined if it refuses all of them in this world. */
export function granted(operation: DryRun, rows: ExampleRows): Granted | undefined {
  for (const request of requests(operation, rows)) {
    const response = operation.send(request)
    if (response) return { request, ...response }
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
