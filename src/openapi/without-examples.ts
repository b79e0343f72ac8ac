import { isObject } from '../util/objects.ts'
import type { OpenApi } from './open-api.ts'
import type { Json } from './plain-schema.ts'

/**
 * A description for generators of clients, which make the same types of it: without examples, without the long texts
 * of operations, clauses and gaps, and with each form of refusal written once. It is equal for every world.
 */
export function withoutExamples({ paths, components, ...root }: OpenApi): OpenApi {
  const refusals = new Refusals()
  const { description: _, ...info } = root['info'] as Json
  return {
    ...bare(root),
    // An OpenApi always has this version.
    openapi: '3.1.0',
    info,
    paths: mapValues(paths, (path) => mapValues(path, (operation) => bareOperation(operation, refusals))),
    components: { ...bare(components), responses: refusals.components() },
  }
}

function bareOperation(operation: Json, refusals: Refusals): Json {
  const { description: _, responses, ...rest } = bare(operation)
  // Every operation has responses, each an object.
  const byStatus = responses as Readonly<Record<string, Json>>
  return {
    ...rest,
    responses: mapValues(byStatus, (response, status) =>
      Number(status) < 400 ? response : refusals.use(response),
    ),
  }
}

/** The refusals of all operations, without the reasons for them; equal ones are one component. */
class Refusals {
  readonly #names = new Map<string, string>()

  use(response: Json): Json {
    const text = JSON.stringify({ ...response, description: 'The request was refused.' })
    const name = this.#names.get(text) ?? `Refusal${this.#names.size > 0 ? this.#names.size + 1 : ''}`
    this.#names.set(text, name)
    return { $ref: `#/components/responses/${name}` }
  }

  components(): Json {
    return Object.fromEntries([...this.#names].map(([text, name]) => [name, JSON.parse(text)]))
  }
}

const isLeftOut = (name: string): boolean =>
  name === 'example' || name === 'examples' || name.startsWith('x-nestbox-')

function bare(object: Json): Json {
  const kept = Object.entries(object).filter(([name]) => !isLeftOut(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      // The names of properties are those of fields, which may be any.
      name === 'properties' && isObject(value) ? mapValues(value, bareValue) : bareValue(value),
    ]),
  )
}

function bareValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bareValue)
  return isObject(value) ? bare(value) : value
}

const mapValues = <V, W>(
  object: Readonly<Record<string, V>>,
  change: (value: V, name: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
