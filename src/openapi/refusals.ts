import { naming, namingServer, ofClients, only, paged } from '../contract/gaps/concerns.ts'
import { type Choice, concerns, type SettableGapId } from '../contract/gaps/index.ts'
import type { Operation } from '../contract/operations.ts'
import { ApiError, invalid, type Problem } from '../http/errors.ts'
import type { DryRun } from './dry-run.ts'

/** An operation with gap settings. */
export type Asked = Pick<DryRun, 'endpoint' | 'bodySchema' | 'gap'>

type Applies = (operation: Operation, asked: Asked) => boolean

/** A reason to refuse a request that has a right token and a readable body. */
interface Reason {
  /** The error of the request, in a sentence. */
  readonly title: string
  readonly on: Applies
  readonly error: (asked: Asked) => ApiError
}

/** A refused request: its error in a sentence, and as it is sent. */
export type Refused = readonly [title: string, error: ApiError]

const refused = (title: string, problem: Problem, on: Applies): Reason => {
  // Each limit sends Retry-After.
  const headers = problem === 'tooMany' ? { 'Retry-After': '1' } : {}
  return { title, on, error: () => new ApiError(problem, title, { headers }) }
}

/** @param field the wrong field of an invalid request @param rule the rule that it breaks */
const wrongField = (
  title: string,
  field: string | ((asked: Asked) => string | undefined),
  rule: string,
  on: Applies,
): Reason => ({
  title,
  on,
  error: (asked) =>
    invalid({ field: typeof field === 'string' ? field : (field(asked) ?? ''), rule, detail: title }),
})

const fieldsOf = ({ bodySchema }: Asked): readonly string[] => Object.keys(bodySchema?.properties ?? {})

/** The fields of the body that must be sent, or of which one must be sent. */
export const neededIn = ({ bodySchema }: Asked): readonly string[] =>
  bodySchema?.required ?? bodySchema?.['needsOne'] ?? []

const has =
  (field: string): Applies =>
  (_, asked) =>
    fieldsOf(asked).includes(field)

/** The operations that a gap concerns, where it has one of the choices. */
const at =
  <I extends SettableGapId>(id: I, ...choices: readonly Choice<I>[]): Applies =>
  (operation, { gap }) =>
    concerns(id, operation) && choices.includes(gap(id))

const both =
  (one: Applies, other: Applies): Applies =>
  (operation, asked) =>
    one(operation, asked) && other(operation, asked)

const unknownRow = (title: string, field: string): Reason => {
  const wrong = wrongField(title, field, 'exists', has(field))
  return {
    ...wrong,
    error: (asked) =>
      asked.gap('references.unknown') === '404' ? new ApiError('notFound', title) : wrong.error(asked),
  }
}

/** Operations beyond the document, by their ids. */
const beyond =
  (...ids: readonly string[]): Applies =>
  ({ id }) =>
    ids.includes(id)

/** Every reason, in the order of the description. A test sends a request for each. */
export const refusals: readonly Reason[] = [
  refused('The path names an unknown resource.', 'unknownResource', naming),
  wrongField(
    'A field that must be sent is missing.',
    (asked) => neededIn(asked)[0],
    'required',
    (_, asked) => neededIn(asked).length > 0,
  ),
  wrongField(
    'A field is of the wrong type.',
    (asked) => fieldsOf(asked)[0],
    'type',
    ({ body }, asked) => body === 'json' && fieldsOf(asked).length > 0,
  ),
  wrongField(
    'A field is not known to the operation.',
    'unheard_of',
    'prohibited',
    at('body.unknown-fields', 'refuse'),
  ),
  unknownRow('There is no such location.', 'location_id'),
  unknownRow('There is no such egg.', 'egg_id'),
  wrongField('There is no such tag.', 'tags.0', 'exists', at('tags.unknown', 'refuse', 'create')),
  wrongField(
    'The egg has none of the tags that the node accepts.',
    'egg_id',
    'in',
    both(has('egg_id'), at('tags.enforced', 'refuse')),
  ),
  wrongField('Another user has that e-mail address.', 'email', 'unique', at('users.duplicate', 'refuse')),
  refused('The file is not an egg share file.', 'badFile', only('importEgg')),
  wrongField(
    'The number of the page is not an integer from 1.',
    'page',
    'integer',
    (operation, asked) =>
      (paged(operation) && at('page.invalid', 'refuse')(operation, asked)) ||
      at('page.invalid', 'refuse-everywhere')(operation, asked),
  ),
  wrongField('The requested page is larger than the maximum.', 'per_page', 'max', (_, { endpoint, gap }) =>
    Number.isFinite(endpoint.pages?.(gap).accepted(gap)),
  ),
  refused('There is no such page.', 'notFound', at('page.past-end', '404')),
  wrongField('The list has no such filter or order.', 'sort', 'in', (_, { endpoint }) => !!endpoint.query),
  refused('The server belongs to another user.', 'foreignServer', both(ofClients, namingServer)),
  refused(
    'The server is not installed yet.',
    'installing',
    both(only('listServerMounts'), at('server.unavailable', 'conflict')),
  ),
  refused(
    'The server is suspended or busy, or its node is in maintenance.',
    'conflict',
    both((operation) => !only('listServerMounts')(operation), at('server.unavailable', 'conflict')),
  ),
  refused('The server has reached its limit.', 'notPossible', beyond('createBackup', 'createServerDatabase')),
  refused('Too many backups were created recently.', 'tooMany', beyond('createBackup')),
  refused('The backup is in progress.', 'notPossible', beyond('restoreBackup')),
  refused('The backup is locked.', 'notPossible', beyond('deleteBackup')),
  refused('The user owns servers.', 'notPossible', beyond('deleteUser')),
]

/** The reasons for which an operation refuses requests with its gap settings, each with its error. */
export const refusalsOf = (asked: Asked): readonly Refused[] =>
  refusals
    .filter(({ on }) => on(asked.endpoint.operation, asked))
    .map(({ title, error }) => [title, error(asked)])
