import {
  naming,
  namingServer,
  ofAvailableServer,
  ofClients,
  only,
  paged,
  reading,
  withJson,
} from '../contract/gaps/concerns.ts'
import type { Choice, SettableGapId } from '../contract/gaps/index.ts'
import type { Operation } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { ApiError, invalid, type Problem } from '../http/errors.ts'
import type { DryRun } from './dry-run.ts'

/** An operation with gap settings. */
export type Asked = Pick<DryRun, 'endpoint' | 'bodySchema' | 'gap'>

type Applies = (operation: Operation, asked: Asked) => boolean

/** A reason to refuse a request that has a right token and a readable body. */
interface Refusal {
  /** The error of the request, in a sentence. */
  readonly title: string
  readonly on: Applies
  readonly problem: Problem | ((gap: ReadGap) => Problem)
  /** The wrong field of an invalid request, and the rule that it breaks. */
  readonly names?: readonly [field: string | ((asked: Asked) => string | undefined), rule: string]
}

const refused = (title: string, problem: Refusal['problem'], on: Applies): Refusal => ({ title, problem, on })

const wrongField = (title: string, names: Refusal['names'] & {}, on: Applies): Refusal => ({
  ...{ title, problem: 'invalid', on, names },
})

const fieldsOf = ({ bodySchema }: Asked): readonly string[] => Object.keys(bodySchema?.properties ?? {})

/** The fields of the body that must be sent, or of which one must be sent. */
export const neededIn = ({ bodySchema }: Asked): readonly string[] =>
  bodySchema?.required ?? bodySchema?.['needsOne'] ?? []

const has =
  (field: string): Applies =>
  (_, asked) =>
    fieldsOf(asked).includes(field)

/** An operation where a gap has one of the choices. */
const at =
  <I extends SettableGapId>(id: I, ...choices: readonly Choice<I>[]): Applies =>
  (_, { gap }) =>
    choices.includes(gap(id))

const both =
  (one: Applies, other: Applies): Applies =>
  (operation, asked) =>
    one(operation, asked) && other(operation, asked)

const unknownRow = (title: string, field: string): Refusal => ({
  ...wrongField(title, [field, 'exists'], has(field)),
  problem: (gap) => (gap('references.unknown') === '404' ? 'notFound' : 'invalid'),
})

/** Operations beyond the document, by their ids. */
const beyond =
  (...ids: readonly string[]): Applies =>
  ({ id }) =>
    ids.includes(id)

/** Every reason, in the order of the description. A test sends a request for each. */
export const refusals: readonly Refusal[] = [
  refused('The path names nothing.', 'unknownResource', naming),
  wrongField(
    'A field that must be sent is missing.',
    [(asked) => neededIn(asked)[0], 'required'],
    (_, asked) => neededIn(asked).length > 0,
  ),
  wrongField(
    'A field is of the wrong type.',
    [(asked) => fieldsOf(asked)[0], 'type'],
    ({ body }, asked) => body === 'json' && fieldsOf(asked).length > 0,
  ),
  wrongField(
    'A field is not known to the operation.',
    ['unheard_of', 'prohibited'],
    both(withJson, at('body.unknown-fields', 'refuse')),
  ),
  unknownRow('There is no such location.', 'location_id'),
  unknownRow('There is no such egg.', 'egg_id'),
  wrongField(
    'There is no such tag.',
    ['tags.0', 'exists'],
    both(only('syncNodeTags'), at('tags.unknown', 'refuse', 'create')),
  ),
  wrongField(
    'The egg has none of the tags that the node accepts.',
    ['egg_id', 'in'],
    both(has('egg_id'), at('tags.enforced', 'refuse')),
  ),
  wrongField(
    'Another user has that e-mail address.',
    ['email', 'unique'],
    both(has('email'), at('users.duplicate', 'refuse')),
  ),
  refused('The file is no egg share file.', 'badFile', only('importEgg')),
  wrongField('The number of the page is not an integer from 1.', ['page', 'integer'], (operation, { gap }) =>
    gap('page.invalid') === 'refuse'
      ? paged(operation)
      : gap('page.invalid') === 'refuse-everywhere' && reading(operation),
  ),
  wrongField(
    'More is asked for than a page can hold.',
    ['per_page', 'max'],
    (_, { endpoint, gap }) => endpoint.pages?.(gap).over(gap, Number.MAX_SAFE_INTEGER) === 'refuse',
  ),
  refused('There is no such page.', 'notFound', both(paged, at('page.past-end', '404'))),
  wrongField(
    'The list has no such filter or order.',
    ['sort', 'in'],
    (_, { endpoint: { query } }) => !!query,
  ),
  refused('The server belongs to somebody else.', 'foreignServer', both(ofClients, namingServer)),
  refused(
    'The server is not installed yet.',
    'installing',
    both(only('listServerMounts'), at('server.unavailable', 'conflict')),
  ),
  refused(
    'The server is suspended or busy, or its node is in maintenance.',
    'conflict',
    (operation, { gap }) =>
      ofAvailableServer(operation) &&
      !only('listServerMounts')(operation) &&
      gap('server.unavailable') === 'conflict',
  ),
  refused(
    'The server has as many of them as it may have.',
    'notPossible',
    beyond('createBackup', 'createServerDatabase'),
  ),
  refused('Too many backups were created lately.', 'tooMany', beyond('createBackup')),
  refused('The backup is in progress.', 'notPossible', beyond('restoreBackup')),
  refused('The backup is locked.', 'notPossible', beyond('deleteBackup')),
  refused('The user owns servers.', 'notPossible', beyond('deleteUser')),
]

/** The reasons for which an operation refuses requests with its gap settings, each with its error. */
export const refusalsOf = (asked: Asked): readonly (readonly [title: string, error: ApiError])[] =>
  refusals
    .filter(({ on }) => on(asked.endpoint.operation, asked))
    .map(({ title, problem, names }) => {
      const kind = typeof problem === 'string' ? problem : problem(asked.gap)
      // Each limit says when to come back.
      const headers = kind === 'tooMany' ? { 'Retry-After': '1' } : {}
      if (kind !== 'invalid' || !names) return [title, new ApiError(kind, title, { headers })]
      const [field, rule] = names
      const name = typeof field === 'string' ? field : field(asked)
      return [title, invalid({ field: name ?? '', rule, detail: title })]
    })
