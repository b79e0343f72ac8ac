import { filtered, isObject, mapInside, mapValues } from '../contract/objects.ts'
import type { OpenApi } from './open-api.ts'
import type { Json } from './plain-schema.ts'

/**
 * A description for client generators, which generate the same types from it. It has no examples, no long texts of
 * operations, clauses and gaps, and each form of refusal once. It is equal for every world.
 */
export function withoutExamples({ paths, components, ...root }: OpenApi): OpenApi {
  const refusals = new Refusals()
  const { description: _, ...info } = root['info'] as Json
  return {
    ...bare(root),
    // `bare` keeps the version, which the compiler does not see.
    openapi: '3.1.0',
    info,
    paths: mapValues(paths, (path) => mapValues(path, (operation) => bareOperation(operation, refusals))),
    components: { ...bare(components), responses: refusals.components() },
  }
}

function bareOperation(operation: Json, refusals: Refusals): Json {
  const { description: _, responses, ...rest } = bare(operation)
  // Every operation has responses, and each response is an object.
  const byStatus = responses as Readonly<Record<string, Json>>
  return {
    ...rest,
    responses: mapValues(byStatus, (response, status) =>
      Number(status) < 400 ? response : refusals.use(response),
    ),
  }
}

/** The refusals of all operations, without their reasons; equal refusals share one component. */
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

const bare = (object: Json): Json =>
  mapValues(
    filtered(object, (name) => !isLeftOut(name)),
    // The keys of `properties` are field names, and a field can be named like a keyword that is left out.
    (value, name) =>
      name === 'properties' && isObject(value) ? mapValues(value, bareValue) : bareValue(value),
  )

const bareValue = (value: unknown): unknown => (isObject(value) ? bare(value) : mapInside(value, bareValue))
