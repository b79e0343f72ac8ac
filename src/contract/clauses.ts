import { nounOf } from './checking/words.ts'
import type { Clause, Level } from './clause.ts'
import texts from './clauses.json' with { type: 'json' }
import { fieldClauses, resourceClauses } from './field-clauses.ts'
import { fieldPathsIn } from './field-paths.ts'
import { isWriting, type Operation, type OperationId, operationIds, operations } from './operations.ts'
import { namesIn, ownAnswer, parameterOf } from './parameters.ts'
import { nodeUpdateFields } from './request-bodies.ts'
import { type Kind, kinds, rowOf, sectionOf } from './resources.ts'
import { Pagination } from './schemas/envelopes.ts'
import type { Section } from './sections.ts'

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
  const { section, method, path, answer } = operation
  const parameter = parameterOf(operation)
  const noun = parameter && nounOf(parameter.kind)
  return clausesOf(section, {
    'stated route': `\`${method} ${path}\` ${does}`,
    ...(answer.envelope !== 'none' && {
      'stated answer': `The response is ${answer.envelope === 'single' ? `one ${answer.kind} resource` : `a list of ${answer.kind} resources`}.`,
    }),
    ...(parameter &&
      parameter.by.length > 1 && {
        'stated by-id': `The ${noun} can be named by its id.`,
        'stated by-uuid': `The ${noun} can be named by its UUID.`,
        'inferred same-server': `Id and UUID name the same ${noun}.`,
      }),
    ...(parameter && {
      'inferred path': `The ${namesIn(parameter.by)} in the path selects the ${noun}: another one is not answered with ${ownAnswer(operation)}${isWriting(id) ? `, and no other ${noun} is changed` : ''}.`,
    }),
    ...((answer.envelope === 'list' || answer.envelope === 'page') &&
      rowOf(answer.kind).identity.length > 0 && {
        'inferred distinct': `A ${answer.envelope} has each ${answer.kind} once.`,
      }),
    ...(answer.envelope === 'page' && {
      'stated pagination': 'The response has `meta.pagination`.',
      'stated page': '`page` chooses the page.',
      'stated per-page': '`per_page` sets how many resources a page holds.',
      ...(answer.maximum !== undefined && {
        'stated per-page-maximum': `A page holds at most ${answer.maximum} ${nounOf(answer.kind)}s.`,
      }),
    }),
    // The compiler keeps the key `does` in the type of the rest.
    ...perField(others as Rows, sent[id]),
    ...(method === 'GET' && {
      'inferred stable': 'Asking twice yields the same list: reading changes nothing.',
    }),
  })
}

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
