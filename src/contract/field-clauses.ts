import { KindGuard, type TProperties, type TSchema } from '@sinclair/typebox'
import type { Clause } from './clause.ts'
import { type Kind, type Relationship, rowOf, sectionOf, withArticle } from './resources.ts'
import { isNullable } from './schemas/strict.ts'
import type { Section } from './sections.ts'

/** The clauses of a kind of resource: one for each field of any form, and one for each relationship. */
export function resourceClauses(kind: Kind): Clause[] {
  const section = sectionOf(kind)
  const { relationships = {}, atTop } = rowOf(kind)
  const subject = withArticle(atTop === 'bare' ? `nested ${kind}` : kind).replace(/^a/, 'A')
  return [
    ...fieldClausesOf(kind),
    ...Object.entries(relationships).map(([name, relationship]) => ({
      id: `${section}#relationships.${name}`,
      section,
      level: 'stated' as const,
      text: `${subject} ${relatedInWords(name, relationship)} under \`relationships.${name}\`.`,
    })),
  ]
}

const relatedInWords = (name: string, { many, noun = name }: Relationship): string =>
  `${many ? 'lists' : 'names'} its ${noun}`

/** The clauses of the fields of a kind. */
export function fieldClausesOf(kind: Kind): Clause[] {
  const fields = Object.entries(rowOf(kind).fields)
  const schemas = fields.map(([name, field]) => [name, 'only' in field ? field.schema : field])
  return fieldClauses(sectionOf(kind), kind, Object.fromEntries(schemas))
}

/**
 * One clause for each field: `2.8#limits.memory` says that a server's `limits.memory` is an integer. The fields of the
 * entries of a map follow the map.
 */
export const fieldClauses = (section: Section, kind: string, schemas: TProperties): Clause[] =>
  fields(schemas, `of ${withArticle(kind).replace(' ', ' `')}\` is`).map(({ path, text }) => ({
    id: `${section}#${path}`,
    section,
    level: 'stated',
    text,
  }))

interface Field {
  readonly path: string
  readonly text: string
}

function fields(schemas: TProperties, words: string, prefix = ''): Field[] {
  return Object.entries(schemas).flatMap(([name, declared]) => {
    const path = prefix + name
    const mayBeNull = isNullable(declared)
    const schema: TSchema = mayBeNull ? declared.anyOf[0] : declared
    const text = `The \`${path}\` ${words} ${inWords(schema)}.${
      mayBeNull ? ' A null is observed, not judged.' : ''
    }`
    return [{ path, text }, ...below(schema, path, words)]
  })
}

function below(schema: TSchema, path: string, words: string): Field[] {
  if (KindGuard.IsObject(schema)) return fields(schema.properties, words, `${path}.`)
  const entry = KindGuard.IsRecord(schema) ? Object.values(schema.patternProperties)[0] : undefined
  if (!KindGuard.IsObject(entry)) return []
  return Object.entries(entry.properties).map(([name, inner]) => ({
    path: `${path}.${name}`,
    text: `Each entry of \`${path}\` has \`${name}\`, ${inWords(inner)}.`,
  }))
}

function inWords(schema: TSchema): string {
  if (typeof schema['says'] === 'string') return schema['says']
  if (KindGuard.IsArray(schema)) {
    return KindGuard.IsUnknown(schema.items) ? 'an array' : `an array of ${plain(schema.items)}s`
  }
  return withArticle(plain(schema))
}

const plain = (schema: TSchema): string => String(schema['type'])
