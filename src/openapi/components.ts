import type { TSchema } from '@sinclair/typebox'
import type { ResponseShape } from '../contract/operations.ts'
import { nestedId, Pagination } from '../contract/schemas/envelopes.ts'
import { nestedResources } from '../contract/schemas/index.ts'
import { sections } from '../contract/sections.ts'
import type { Documented } from './documented.ts'
import { type Json, plainSchema } from './plain-schema.ts'

interface Component {
  readonly schema: TSchema
  readonly description: string
}

/**
 * The named schemas: one for each resource, and a second one, `Nested...`, where
 * the resource differs when it is nested. Section 2.
 */
export class Components {
  readonly #byName = new Map<string, Component>()
  /** Names by the JSON of the schema: equal schemas are one component. */
  readonly #names = new Map<string, string>()

  constructor(documented: readonly Documented[]) {
    this.#add(Pagination, 'The position of a page in its list. Section 2.1.', ['Pagination'])
    for (const each of documented.filter(({ isBeyond }) => !isBeyond)) this.#addAnswer(each)
    for (const [kind, schema] of Object.entries(nestedResources)) {
      const names = [pascal(kind), `Nested${pascal(kind)}`]
      this.#names.set(
        nestedId(kind),
        this.#add(schema, `${inEnvelope(kind)}, nested in another resource.`, names),
      )
    }
    for (const each of documented.filter(({ isBeyond }) => isBeyond)) this.#addAnswer(each)
  }

  /** A reference to a named schema, or the schema itself without a name. */
  use(schema: TSchema): Json {
    return this.#refer(schema as Json) ?? plainSchema(schema, this.#refer)
  }

  all(): Json {
    const entries = [...this.#byName].map(([name, { schema, description }]) => [
      name,
      { description, ...plainSchema(schema, this.#refer) },
    ])
    return Object.fromEntries(entries)
  }

  readonly #refer = (schema: Json): Json | undefined => {
    const name = this.#names.get(String(schema['$ref'] ?? JSON.stringify(schema)))
    return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
  }

  #addAnswer({ endpoint: { operation }, answer }: Documented): void {
    const { answer: shape } = operation
    if (shape.envelope === 'none' || answer === undefined) return
    const name = pascal(shape.kind)
    const own = pascal(operation.id)
    const addResource = (schema: TSchema) =>
      this.#add(schema, `${inEnvelope(shape.kind)}.`, [name, `Shown${name}`, `${own}${name}`])
    const addList = (suffix: string) => {
      addResource(answer['properties'].data.items)
      this.#add(answer, `${shapeInWords(shape)}.`, [`${name}${suffix}`, `${own}${suffix}`])
    }
    switch (shape.envelope) {
      case 'single':
        addResource(answer)
        break
      case 'list':
        addList('List')
        break
      case 'page':
        addList('Page')
        break
    }
  }

  /** Gives a schema the first free name, unless it has a name. */
  #add(schema: TSchema, description: string, names: readonly string[]): string {
    const text = JSON.stringify(schema)
    const name = this.#names.get(text) ?? names.find((each) => !this.#byName.has(each))
    if (name === undefined) throw new Error(`two schemas need the name ${names.join(' or ')}`)
    this.#names.set(text, name)
    if (!this.#byName.has(name)) this.#byName.set(name, { schema, description })
    return name
  }
}

/** The section of a resource has its kind as title. */
function inEnvelope(kind: string): string {
  const section = sections.find(([, title]) => title === kind)?.[0]
  return `The ${inWords(kind)} in its envelope${section ? `, section ${section}` : ''}`
}

const inWords = (kind: string): string => kind.replaceAll('_', ' ')

/** A success response in words, such as `A page of backups`. */
export function shapeInWords(shape: ResponseShape): string {
  switch (shape.envelope) {
    case 'none':
      return 'No content'
    case 'single':
      return `One ${inWords(shape.kind)}`
    case 'list':
      return `A list of ${inWords(shape.kind)}s`
    case 'page':
      return `A page of ${inWords(shape.kind)}s`
  }
}

/** `server_variable` as `ServerVariable`. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
