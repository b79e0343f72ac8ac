import { allOperations } from '../../../contract/companions.ts'
import { isObject, mapInside, recordOf } from '../../../contract/objects.ts'
import { families, familyIds, fillPath, parametersIn, pathPattern } from '../../../contract/operations.ts'
import { type Field, fieldOf, type Schema } from './form-body.ts'
import { decoded } from './route.ts'

/** The part of an OpenAPI document of this server that forms use. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

interface DocumentOperation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly (DocumentParameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, DocumentBody>> }
  readonly 'x-nestbox-section'?: string
  readonly 'x-nestbox-gaps'?: readonly string[]
  readonly 'x-nestbox-beyond-the-document'?: boolean
}

interface DocumentBody {
  readonly schema: Schema
  readonly example?: unknown
}

interface DocumentParameter extends DocumentBody {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description?: string
}

/** An operation with the data of its form. */
export type FormOperation = Readonly<ReturnType<typeof read>>

const order = Object.keys(allOperations)

/** All operations: those of the document in its order, then the others in that of their table. */
export const operationsOf = (document: ApiDocument): FormOperation[] =>
  Object.entries(document.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => read(document, path, method, operation)),
    )
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

function read(document: ApiDocument, path: string, method: string, given: DocumentOperation) {
  const { operationId: id, summary, parameters = [] } = given
  const isBeyond = given['x-nestbox-beyond-the-document'] ?? false
  return {
    ...{ id, summary, path, isBeyond },
    method: method.toUpperCase(),
    family: familyIds.find((family) => path.startsWith(families[family])),
    /** The section of the document that describes the operation; undefined for one beyond the document. */
    section: isBeyond ? undefined : given['x-nestbox-section'],
    // A reference is to the parameter that names the sandbox, which is in the base URL.
    parameters: parameters.flatMap((each) => ('in' in each ? [parameterOf(document, each)] : [])),
    body: bodyOf(document, given),
    gaps: given['x-nestbox-gaps'] ?? [],
  }
}

function parameterOf(document: ApiDocument, { name, in: place, example, ...given }: DocumentParameter) {
  const field: Field = fieldOf(name, resolved(document, given.schema), place === 'path')
  const description = given.description ?? field.description
  // The values of a path or a query are strings.
  const kind: Field['kind'] = field.kind === 'choice' ? 'choice' : 'text'
  return { ...field, kind, description, in: place, example }
}

function bodyOf(document: ApiDocument, { requestBody }: DocumentOperation) {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  if (json) {
    return { kind: 'json' as const, schema: resolved(document, json.schema), example: json.example ?? {} }
  }
  const [part = ''] = Object.keys(form ? (resolved(document, form.schema).properties ?? {}) : {})
  return form && { kind: 'file' as const, part }
}

/** A schema of a request with its references replaced by the schemas that they refer to, which form no circle. */
const resolved = (document: ApiDocument, schema: Schema): Schema =>
  // A reference stands for a schema.
  withoutReferences(document, schema) as Schema

function withoutReferences(document: ApiDocument, value: unknown): unknown {
  const $ref = isObject(value) && value['$ref']
  if (typeof $ref !== 'string') return mapInside(value, (each) => withoutReferences(document, each))
  return withoutReferences(document, document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)])
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
