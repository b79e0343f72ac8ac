import { KindGuard, type TSchema } from '@sinclair/typebox'
import { capitalized, nounOf } from './checking/words.ts'
import texts from './clauses.json' with { type: 'json' }
import { entryOf, type FieldPath, fieldPathsIn, fieldPathsOf } from './field-paths.ts'
import { isWriting, type Operation, type OperationId, operationIds, operations } from './operations.ts'
import { namesIn, ownResponse, parameterOf } from './parameters.ts'
import { nodeUpdateFields } from './request-bodies.ts'
import { type Kind, kinds, type Relationship, rowOf, sectionOf, withArticle } from './resources.ts'
import { Pagination } from './schemas/index.ts'
import type { Section } from './sections.ts'

/**
 * How certain a clause is. A violation of either level fails a server; `--level stated` reports violations of inferred
 * clauses as warnings.
 *
 * - `stated`: one sentence, row or list of the document says it of the request or the response. The
 *   parameter of a path is documented as the id of a resource, so what a request says of that resource is stated too.
 * - `inferred`: it takes a second sentence, arithmetic, or the purpose of the first sentence. A value that was sent is in
 *   a response, where the document does not say so (section 4.1 alone does); a later response has it too; two places of
 *   a response agree; a list has each resource once; what a request does not name is not changed; a list of what is
 *   accepted is the whole list.
 */
export type Level = 'stated' | 'inferred'

/** One testable statement of the document, in our own words. */
export interface Clause {
  /** `<section>#<slug>`, never reused for another statement. */
  readonly id: string
  readonly section: Section
  readonly level: Level
  readonly text: string
}

/** Clauses of a section: the text of each by its level and its slug. */
type Rows = Readonly<Record<`${Level} ${string}`, string>>

const clausesOf = (section: Section, rows: Rows): Clause[] =>
  Object.entries(rows).map(([key, text]) => {
    const [level, slug] = key.split(' ')
    // Each key begins with a level.
    return { id: `${section}#${slug}`, section, level: level as Level, text }
  })

/** The statements of section 2 about a kind in addition to its fields and relationships. */
const beside: Readonly<Partial<Record<Kind, Rows>>> = texts.kinds

/**
 * The effect of a request of each operation, as a sentence, and the clauses that do not follow from its row. Section 4.
 */
const statements: Readonly<Record<OperationId, { readonly does: string } & Rows>> = texts.operations

/** The fields of a request for each of which an operation has the clauses with `{field}`. */
const sent: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  updateNode: nodeUpdateFields,
  createUser: ['email', 'username', 'first_name', 'last_name'],
}

/** The rows of an operation, those with `{field}` once for each field. */
const perField = (rows: Rows, fields: readonly string[] = []): Rows =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, text]) => {
      const names = key.includes('{field}') ? fields : ['']
      return names.map((name) => [key, text].map((words) => words.replaceAll('{field}', name)))
    }),
  )

/** The clauses of an operation: those that follow from its row, and others. */
function operationClauses(id: OperationId): Clause[] {
  const { does, ...others } = statements[id]
  const operation: Operation = operations[id]
  const { section, method, path, response } = operation
  const parameter = parameterOf(operation)
  const noun = parameter && nounOf(parameter.kind)
  return clausesOf(section, {
    'stated route': `\`${method} ${path}\` ${does}`,
    ...(response.envelope !== 'none' && {
      'stated response': `The response is ${response.envelope === 'single' ? `one ${response.kind} resource` : `a list of ${response.kind} resources`}.`,
    }),
    ...(parameter &&
      parameter.by.length > 1 && {
        'stated by-id': `The ${noun} can be named by its id.`,
        'stated by-uuid': `The ${noun} can be named by its UUID.`,
        'inferred same-server': `Id and UUID name the same ${noun}.`,
      }),
    ...(parameter && {
      'inferred path': `The ${namesIn(parameter.by)} in the path selects the ${noun}: another one is not answered with ${ownResponse(operation)}${isWriting(id) ? `, and no other ${noun} is changed` : ''}.`,
    }),
    ...((response.envelope === 'list' || response.envelope === 'page') &&
      rowOf(response.kind).identity.length > 0 && {
        'inferred distinct': `A ${response.envelope} has each ${response.kind} once.`,
      }),
    ...(response.envelope === 'page' && {
      'stated pagination': 'The response has `meta.pagination`.',
      'stated page': '`page` chooses the page.',
      'stated per-page': '`per_page` sets how many resources a page holds.',
      ...(response.maximum !== undefined && {
        'stated per-page-maximum': `A page holds at most ${response.maximum} ${nounOf(response.kind)}s.`,
      }),
    }),
    // The compiler keeps the key `does` in the type of the rest.
    ...perField(others as Rows, sent[id]),
    ...(method === 'GET' && {
      'inferred stable': 'Asking twice yields the same list: reading changes nothing.',
    }),
  })
}

/** The clauses of a kind of resource: one for each field of any form, and one for each relationship. */
function resourceClauses(kind: Kind): Clause[] {
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
const fieldClauses = (section: Section, kind: string, fields: readonly FieldPath[]): Clause[] =>
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

/** Every clause, in the order of the document. */
export const clauses: readonly Clause[] = [
  ...clausesOf('1', texts.sections[1]),
  ...clausesOf('2.1', texts.sections['2.1']),
  ...fieldClauses('2.1', 'pagination', fieldPathsIn(Pagination.properties)),
  ...clausesOf('2.1', texts.sections['2.1 pages']),
  ...kinds.flatMap((kind) => [...resourceClauses(kind), ...clausesOf(sectionOf(kind), beside[kind] ?? {})]),
  ...operationIds.flatMap(operationClauses),
  ...clausesOf('5', texts.sections[5]),
  ...clausesOf('9', texts.sections[9]),
]
