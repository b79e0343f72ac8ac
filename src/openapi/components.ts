import type { TSchema } from '@sinclair/typebox'
import { nounOf } from '../contract/checking/words.ts'
import type { Choice } from '../contract/gaps/index.ts'
import type { ResponseShape } from '../contract/operations.ts'
import { cutObject, nestedId, nestedResources, Pagination } from '../contract/schemas/index.ts'
import { host, port, stringMap, timestamp, url, uuid } from '../contract/schemas/primitives.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { sections } from '../contract/sections.ts'
import type { DryRun } from './dry-run.ts'
import { type Json, plainSchema } from './plain-schema.ts'

/** Values that many fields have. Section 2. */
const values: Readonly<Record<string, TSchema>> = {
  Timestamp: timestamp(),
  Uuid: uuid(),
  Url: url(),
  HostName: host(),
  Port: port(),
  StringMap: stringMap(),
}

/**
 * The named schemas: one for each resource, a second one, `Nested...`, for resources that differ when nested, the
 * objects in their fields, and values that many fields have. Section 2.
 */
export class Components {
  /** Schemas with their descriptions, if they need one. */
  readonly #byName = new Map<string, readonly [schema: TSchema, description: string | undefined]>()
  /** Names by the JSON of the schema: equal schemas are one component. */
  readonly #names = new Map<string, string>()

  /** Which nullable fields can be null. */
  readonly #nulls: Choice<'nulls'>

  constructor(operations: readonly DryRun[], nulls: Choice<'nulls'>) {
    this.#nulls = nulls
    for (const [name, schema] of Object.entries(values)) this.#add(schema, undefined, [name])
    this.#add(cutObject(), 'A relationship that is cut off. Section 2.1.', ['CutOff'])
    this.#add(Pagination, 'The position of a page in its list. Section 2.1.', ['Pagination'])
    for (const each of operations.filter(({ isBeyond }) => !isBeyond)) this.#addAnswer(each)
    for (const [kind, schema] of nestedResources) {
      const names = [pascal(kind), `Nested${pascal(kind)}`]
      this.#names.set(
        nestedId(kind),
        this.#add(schema, `${inEnvelope(kind)}, nested in another resource or in a list.`, names),
      )
      this.#addParts(kind, schema)
    }
    for (const each of operations.filter(({ isBeyond }) => isBeyond)) this.#addAnswer(each)
  }

  /** A reference to a named schema; for a schema without a name, the schema itself. */
  use(schema: TSchema): Json {
    return this.#refer(schema) ?? plainSchema(schema, this.#refer)
  }

  all(): Json {
    const entries = [...this.#byName].map(([name, [schema, description]]) => [
      name,
      { ...(description && { description }), ...plainSchema(schema, this.#refer) },
    ])
    return Object.fromEntries(entries)
  }

  readonly #refer = (schema: Json): Json | undefined => {
    if (isNullable(schema) && !this.#canBeNull(schema)) return this.use(schema.anyOf[0])
    const name = this.#names.get(String(schema['$ref'] ?? JSON.stringify(schema)))
    return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
  }

  #canBeNull = (schema: Json): boolean =>
    this.#nulls === 'null' || (this.#nulls === 'unfinished' && schema['unfinished'] === true)

  #addAnswer({ endpoint: { operation }, response }: DryRun): void {
    const { response: shape } = operation
    if (shape.envelope === 'none' || response === undefined) return
    const name = pascal(shape.kind)
    const own = pascal(operation.id)
    const isSingle = shape.envelope === 'single'
    const resource: TSchema = isSingle ? response : response['properties'].data.items
    this.#add(resource, `${inEnvelope(shape.kind)}.`, [name, `Shown${name}`, `${own}${name}`])
    this.#addParts(shape.kind, resource)
    const suffix = shape.envelope === 'list' ? 'List' : 'Page'
    if (!isSingle) this.#add(response, `${shapeInWords(shape)}.`, [`${name}${suffix}`, `${own}${suffix}`])
  }

  /** Names the objects in the fields of a resource, such as `ServerLimits`; the nested resource refers to them. */
  #addParts(kind: string, resource: TSchema): void {
    const fields: Readonly<Record<string, TSchema>> = resource['properties'].attributes.properties
    for (const [field, schema] of Object.entries(fields)) {
      if (field !== 'relationships' && schema['properties'] === undefined) continue
      const name = `${pascal(kind)}${pascal(field)}`
      this.#add(schema, undefined, [name, `Nested${name}`, `Shown${name}`])
    }
  }

  /** Gives a schema the first free name, unless it has a name. */
  #add(schema: TSchema, description: string | undefined, names: readonly string[]): string {
    const text = JSON.stringify(schema)
    const name = this.#names.get(text) ?? names.find((each) => !this.#byName.has(each))
    if (name === undefined) throw new Error(`two schemas need the name ${names.join(' or ')}`)
    this.#names.set(text, name)
    if (!this.#byName.has(name)) this.#byName.set(name, [schema, description])
    return name
  }
}

/** A kind in words, with the section whose title is the kind. */
function inEnvelope(kind: string): string {
  const section = sections.find(([, title]) => title === kind)?.[0]
  return `The ${nounOf(kind)} in its envelope${section ? `, section ${section}` : ''}`
}

/** A success response in words, such as `A page of backups`. */
export function shapeInWords(shape: ResponseShape): string {
  if (shape.envelope === 'none') return 'No content'
  const kind = nounOf(shape.kind)
  return shape.envelope === 'single' ? `One ${kind}` : `A ${shape.envelope} of ${kind}s`
}

/** `server_variable` as `ServerVariable`. */
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
