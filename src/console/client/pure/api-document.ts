import { allOperations } from '../../../contract/companions.ts'
import { fillPath, parametersIn, pathPattern } from '../../../contract/match-operation.ts'
import { isObject, mapInside, recordOf } from '../../../contract/objects.ts'
import { families, familyIds } from '../../../contract/operations.ts'
import { type Field, fieldOf, type Schema } from './form-body.ts'
import { decoded } from './route.ts'

/** The part of the OpenAPI document that forms use. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}

interface DocumentOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly parameters?: readonly DocumentParameter[]
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema } & Exampled>>
  }
  readonly 'x-nestbox-section'?: string
  readonly 'x-nestbox-gaps'?: readonly string[]
  readonly 'x-nestbox-beyond-the-document'?: boolean
}

interface Exampled {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

type DocumentParameter = Exampled & {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema?: Schema
}

/** A parameter in the path, the query or a header. */
export interface Parameter extends Field {
  readonly in: 'path' | 'query' | 'header'
  readonly example: unknown
}

/** An operation with the data of its form. */
export type FormOperation = Readonly<ReturnType<typeof read>>

type FormBody =
  | { readonly kind: 'json'; readonly schema: Schema; readonly example: unknown }
  | { readonly kind: 'file'; readonly part: string }

const methods = ['get', 'post', 'put', 'patch', 'delete']

const order = Object.keys(allOperations)

/** All operations: those of the document in its order, then the others in that of their table. */
export function operationsOf(document: ApiDocument): FormOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [read(document, path, method, item[method])] : [])),
  )
  return all.sort(
    (a, b) => Number(a.isBeyond) - Number(b.isBeyond) || order.indexOf(a.id) - order.indexOf(b.id),
  )
}

function read(document: ApiDocument, path: string, method: string, given: DocumentOperation) {
  const { operationId: id = `${method} ${path}`, parameters = [], 'x-nestbox-section': section } = given
  const isBeyond = given['x-nestbox-beyond-the-document'] ?? false
  return {
    id,
    summary: given.summary ?? id,
    method: method.toUpperCase(),
    path,
    family: familyIds.find((family) => path.startsWith(families[family])),
    /** The section of the document that describes the operation; undefined for one beyond the document. */
    section: isBeyond ? undefined : section,
    parameters: parameters.flatMap((each) =>
      each.in === 'path' || each.in === 'query' ? [parameterOf(document, each, each.in)] : [],
    ),
    body: bodyOf(document, given),
    gaps: given['x-nestbox-gaps'] ?? [],
    isBeyond,
  }
}

function parameterOf(document: ApiDocument, given: DocumentParameter, place: 'path' | 'query'): Parameter {
  const schema = resolved(document, given.schema)
  // The values of a path or a query are strings.
  const asText = schema.enum ? { ...schema, enum: [...new Set(schema.enum.map(String))] } : schema
  const field = fieldOf(given.name, asText, place === 'path')
  return {
    ...field,
    kind: field.kind === 'choice' ? 'choice' : 'text',
    description: given.description ?? field.description,
    in: place,
    example: exampleOf(given, schema),
  }
}

function bodyOf(document: ApiDocument, { requestBody }: DocumentOperation): FormBody | undefined {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  const schema = resolved(document, (json ?? form)?.schema)
  if (json) return { kind: 'json', schema, example: exampleOf(json, schema) ?? {} }
  return form && { kind: 'file', part: Object.keys(schema.properties ?? {})[0] ?? 'import_file' }
}

const exampleOf = (holder: Exampled, schema: Schema): unknown =>
  holder.example ?? Object.values(holder.examples ?? {})[0]?.value ?? schema.example ?? schema.examples?.[0]

/** A schema with its references replaced by the schemas that they refer to, up to a depth. */
const resolved = (document: ApiDocument, schema: Schema | undefined): Schema =>
  // A reference stands for a schema.
  withoutReferences(document, schema ?? {}, 8) as Schema

function withoutReferences(document: ApiDocument, value: unknown, depth: number): unknown {
  const $ref = isObject(value) && value['$ref']
  if (typeof $ref !== 'string') return mapInside(value, (each) => withoutReferences(document, each, depth))
  const named = document.components?.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)]
  return depth > 0 ? withoutReferences(document, named ?? {}, depth - 1) : {}
}

/** The path of a template with its parameters and a query. */
export function pathWith(
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = fillPath(template, (name) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** The parameters of a path that matches a template; undefined for other paths. */
export function readPath(template: string, path: string): Record<string, string> | undefined {
  const values = pathPattern({ path: template })
    .exec(path.split('?')[0] ?? '')
    ?.slice(1)
  return values && recordOf(parametersIn(template), (_, at) => decoded(values[at] ?? ''))
}
