import { parametersIn } from '../contract/match-operation.ts'
import { bodiesFor } from './bodies.ts'
import { type ExampleRows, identifier } from './example-rows.ts'
import type { Json } from './plain-schema.ts'
import { itemsShown, type Trial, type Tried } from './trial.ts'

/** A request that an operation accepts, with its response. */
export interface Granted {
  readonly trial: Trial
  readonly status: number
  readonly body: unknown
}

/** Finds a request that the operation accepts; undefined if it refuses all trials in this world. */
export function granted(operation: Tried, rows: ExampleRows): Granted | undefined {
  for (const trial of trials(operation, rows)) {
    const outcome = operation.attempt(trial)
    if ('answer' in outcome) return { trial, ...outcome.answer }
  }
  return undefined
}

function trials({ endpoint, bodySchema }: Tried, rows: ExampleRows): readonly Trial[] {
  const { id, family, path } = endpoint.operation
  const user = family === 'client' ? rows.owner : rows.admin
  const named = parametersIn(path).map((name) => [name, identifier(rows, name)] as const)
  if (!user || named.some(([, value]) => value === undefined)) return []
  const params = Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
  const query: Trial['query'] = endpoint.pages ? { page: '1', per_page: String(itemsShown) } : {}
  const bodies: readonly (Json | undefined)[] = bodySchema
    ? bodiesFor(id, rows, bodySchema.properties)
    : [undefined]
  return bodies.map((body) => ({ user, params, query, body }))
}
