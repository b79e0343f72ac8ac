import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'
import type { Clause } from './clauses.ts'
import { isNullable } from './schemas/strict.ts'
import type { Section } from './sections.ts'

/**
 * One clause for each field of a resource, derived from its schema: `2.8#limits.memory` says that a server's
 * `limits.memory` is an integer.
 */
export function fieldClauses(section: Section, kind: string, schema: TObject): Clause[] {
  return fields(schema).map(({ path, says, mayBeNull }) => ({
    id: `${section}#${path}`,
    section,
    level: 'stated',
    text: `The \`${path}\` of ${article(kind)} \`${kind}\` is ${says}.${
      mayBeNull ? ' A null is observed, not judged.' : ''
    }`,
  }))
}

interface Field {
  readonly path: string
  readonly says: string
  readonly mayBeNull: boolean
}

function fields(schema: TObject, prefix = ''): Field[] {
  return Object.entries(schema.properties).flatMap(([name, declared]) => {
    const path = prefix + name
    const mayBeNull = isNullable(declared)
    const inner: TSchema = mayBeNull ? declared.anyOf[0] : declared
    const own = { path, says: inWords(inner), mayBeNull }
    return KindGuard.IsObject(inner) ? [own, ...fields(inner, `${path}.`)] : [own]
  })
}

function inWords(schema: TSchema): string {
  if (typeof schema['says'] === 'string') return schema['says']
  if (KindGuard.IsArray(schema)) {
    return KindGuard.IsUnknown(schema.items) ? 'an array' : `an array of ${plain(schema.items)}s`
  }
  return `${article(plain(schema))} ${plain(schema)}`
}

const plain = (schema: TSchema): string => String(schema['type'])

const article = (word: string): string => (/^[aeio]/.test(word) ? 'an' : 'a')
