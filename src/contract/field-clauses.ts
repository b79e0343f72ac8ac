import { KindGuard, type TSchema } from '@sinclair/typebox'
import { capitalized } from './checking/words.ts'
import type { Clause } from './clause.ts'
import { entryOf, type FieldPath, fieldPathsOf } from './field-paths.ts'
import { type Kind, type Relationship, rowOf, sectionOf, withArticle } from './resources.ts'
import type { Section } from './sections.ts'

/** The clauses of a kind of resource: one for each field of any form, and one for each relationship. */
export function resourceClauses(kind: Kind): Clause[] {
  const section = sectionOf(kind)
  const { relationships = {}, atTop } = rowOf(kind)
  const subject = capitalized(withArticle(atTop === 'bare' ? `nested ${kind}` : kind))
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
export const fieldClausesOf = (kind: Kind): Clause[] =>
  fieldClauses(sectionOf(kind), kind, fieldPathsOf(kind))

/**
 * One clause for each field: `2.8#limits.memory` says that a server's `limits.memory` is an integer. The fields of the
 * entries of a map follow the map.
 */
export const fieldClauses = (section: Section, kind: string, fields: readonly FieldPath[]): Clause[] =>
  fields.flatMap(({ path, schema, mayBeNull }) => {
    const owner = withArticle(kind).replace(' ', ' `')
    const text = `The \`${path}\` of ${owner}\` is ${inWords(schema)}.`
    const clause = (id: string, words: string): Clause => ({
      ...{ id: `${section}#${id}`, section },
      ...{ level: 'stated', text: words },
    })
    const entry = entryOf(schema)
    return [
      clause(path, mayBeNull ? `${text} A null is observed, not judged.` : text),
      ...Object.entries(KindGuard.IsObject(entry) ? entry.properties : {}).map(([name, inner]) =>
        clause(`${path}.${name}`, `Each entry of \`${path}\` has \`${name}\`, ${inWords(inner)}.`),
      ),
    ]
  })

function inWords(schema: TSchema): string {
  if (typeof schema['says'] === 'string') return schema['says']
  if (KindGuard.IsArray(schema)) {
    return KindGuard.IsUnknown(schema.items) ? 'an array' : `an array of ${plain(schema.items)}s`
  }
  return withArticle(plain(schema))
}

const plain = (schema: TSchema): string => String(schema['type'])
