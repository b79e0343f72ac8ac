/** The part of a JSON schema that forms use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly format?: string
  readonly readOnly?: boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly example?: unknown
  readonly examples?: readonly unknown[]
  /** The table whose ids the value is, or has. */
  readonly 'x-nestbox-table'?: string
}

/** Every type that a schema or one of its alternatives allows. */
export function typesOf(schema: Schema): string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [...own, ...alternatives.flatMap(typesOf)]
}
