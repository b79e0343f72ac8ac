import { allOperations } from '../../../contract/companions.ts'
import { type Family, families, operations } from '../../../contract/operations.ts'
import { type Field, fieldOf } from './form-body.ts'
import type { Schema } from './schema.ts'

/** The part of the OpenAPI document that forms use. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

interface DocumentOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly DocumentParameter[]
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly schema?: Schema } & Exampled>>
  }
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
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

/** A parameter in the path, the query or a header. */
export interface Parameter extends Field {
  readonly in: 'path' | 'query' | 'header'
  readonly example: unknown
}

/** An operation with the data of its form. */
export interface FormOperation {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly method: string
  readonly path: string
  readonly family: Family | undefined
  /** Section of the document that describes the operation; undefined for a companion. */
  readonly section: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: FormBody | undefined
  readonly gaps: readonly string[]
  readonly isBeyond: boolean
}

type FormBody =
  | { readonly kind: 'json'; readonly schema: Schema; readonly example: unknown }
  | { readonly kind: 'file'; readonly part: string }

const methods = ['get', 'post', 'put', 'patch', 'delete']

const sections: Readonly<Record<string, { readonly section: string }>> = operations

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

function read(
  document: ApiDocument,
  path: string,
  method: string,
  operation: DocumentOperation,
): FormOperation {
  const id = operation.operationId ?? `${method} ${path}`
  const schemaOf = (schema: Schema | undefined) => resolved(document, schema ?? {})
  return {
    id,
    summary: operation.summary ?? id,
    description: operation.description ?? '',
    method: method.toUpperCase(),
    path,
    family: (Object.keys(families) as Family[]).find((family) => path.startsWith(`${families[family]}/`)),
    section: sections[id]?.section,
    parameters: (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
      .map((parameter) => {
        const schema = schemaOf(parameter.schema)
        // The values of a path or a query are strings.
        const asText = schema.enum ? { ...schema, enum: [...new Set(schema.enum.map(String))] } : schema
        const field = fieldOf(parameter.name, asText, parameter.in === 'path')
        return {
          ...field,
          kind: field.kind === 'choice' ? ('choice' as const) : ('text' as const),
          description: parameter.description ?? field.description,
          in: parameter.in === 'path' ? ('path' as const) : ('query' as const),
          example: exampleOf(parameter, schema),
        }
      }),
    body: bodyOf(operation, schemaOf),
    gaps: operation['x-nestbox-gaps'] ?? [],
    isBeyond: operation['x-nestbox-beyond-the-document'] ?? false,
  }
}

function bodyOf(
  { requestBody }: DocumentOperation,
  schemaOf: (schema: Schema | undefined) => Schema,
): FormBody | undefined {
  const json = requestBody?.content?.['application/json']
  if (json) {
    const schema = schemaOf(json.schema)
    return { kind: 'json', schema, example: exampleOf(json, schema) ?? {} }
  }
  const form = requestBody?.content?.['multipart/form-data']
  return (
    form && { kind: 'file', part: Object.keys(schemaOf(form.schema).properties ?? {})[0] ?? 'import_file' }
  )
}

const exampleOf = (holder: Exampled, schema: Schema): unknown =>
  holder.example ?? Object.values(holder.examples ?? {})[0]?.value ?? schema.example ?? schema.examples?.[0]

/** A schema with its references resolved, to the depth that forms use. */
function resolved(document: ApiDocument, schema: Schema, depth = 0): Schema {
  if (depth > 8) return {}
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return resolved(document, document.components?.schemas?.[name] ?? {}, depth + 1)
  }
  const below = (each: Schema) => resolved(document, each, depth + 1)
  const { properties, anyOf, oneOf, allOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, below(each)])),
    }),
    ...(anyOf && { anyOf: anyOf.map(below) }),
    ...(oneOf && { oneOf: oneOf.map(below) }),
    ...(allOf && { allOf: allOf.map(below) }),
  }
}
