import {
  naming,
  namingServer,
  ofAvailableServer,
  ofClients,
  only,
  paged,
  reading,
} from '../contract/gaps/concerns.ts'
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
  readonly problem: Problem | ((gap: ReadGap) => Problem)
  /** The wrong field of an invalid request, and the rule that it breaks. */
  readonly names?: readonly [field: string | ((asked: Asked) => string | undefined), rule: string]
  readonly on: Applies
}

const fieldsOf = ({ bodySchema }: Asked): readonly string[] => Object.keys(bodySchema?.properties ?? {})

/** The fields of the body that must be sent, or of which one must be sent. */
export const neededIn = ({ bodySchema }: Asked): readonly string[] =>
  bodySchema?.required ?? bodySchema?.['needsOne'] ?? []

const has =
  (field: string): Applies =>
  (_, asked) =>
    fieldsOf(asked).includes(field)

const unknownRow = (gap: ReadGap): Problem => (gap('references.unknown') === '404' ? 'notFound' : 'invalid')

/** Operations beyond the document, by their ids. */
const beyond =
  (...ids: readonly string[]): Applies =>
  ({ id }) =>
    ids.includes(id)

/** Every reason, in the order of the description. A test sends a request for each. */
export const refusals: readonly Refusal[] = [
  { title: 'The path names nothing.', problem: 'unknownResource', on: naming },
  {
    title: 'A field that must be sent is missing.',
    problem: 'invalid',
    names: [(asked) => neededIn(asked)[0], 'required'],
    on: (_, asked) => neededIn(asked).length > 0,
  },
  {
    title: 'A field is of the wrong type.',
    problem: 'invalid',
    names: [(asked) => fieldsOf(asked)[0], 'type'],
    on: ({ body }, asked) => body === 'json' && fieldsOf(asked).length > 0,
  },
  {
    title: 'A field is not known to the operation.',
    problem: 'invalid',
    names: ['unheard_of', 'prohibited'],
    on: ({ body }, { gap }) => body === 'json' && gap('body.unknown-fields') === 'refuse',
  },
  {
    title: 'There is no such location.',
    problem: unknownRow,
    names: ['location_id', 'exists'],
    on: has('location_id'),
  },
  { title: 'There is no such egg.', problem: unknownRow, names: ['egg_id', 'exists'], on: has('egg_id') },
  {
    title: 'There is no such tag.',
    problem: 'invalid',
    names: ['tags.0', 'exists'],
    on: (operation, { gap }) =>
      only('syncNodeTags')(operation) && ['refuse', 'create'].includes(gap('tags.unknown')),
  },
  {
    title: 'The egg has none of the tags that the node accepts.',
    problem: 'invalid',
    names: ['egg_id', 'in'],
    on: (operation, asked) => has('egg_id')(operation, asked) && asked.gap('tags.enforced') === 'refuse',
  },
  {
    title: 'Another user has that e-mail address.',
    problem: 'invalid',
    names: ['email', 'unique'],
    on: (operation, asked) => has('email')(operation, asked) && asked.gap('users.duplicate') === 'refuse',
  },
  { title: 'The file is no egg share file.', problem: 'badFile', on: only('importEgg') },
  {
    title: 'The number of the page is not an integer from 1.',
    problem: 'invalid',
    names: ['page', 'integer'],
    on: (operation, { gap }) =>
      gap('page.invalid') === 'refuse'
        ? paged(operation)
        : gap('page.invalid') === 'refuse-everywhere' && reading(operation),
  },
  {
    title: 'More is asked for than a page can hold.',
    problem: 'invalid',
    names: ['per_page', 'max'],
    on: (_, { endpoint, gap }) => endpoint.pages?.(gap).over(gap, Number.MAX_SAFE_INTEGER) === 'refuse',
  },
  {
    title: 'There is no such page.',
    problem: 'notFound',
    on: (operation, { gap }) => paged(operation) && gap('page.past-end') === '404',
  },
  {
    title: 'The list has no such filter or order.',
    problem: 'invalid',
    names: ['sort', 'in'],
    on: (_, { endpoint }) => endpoint.query !== undefined,
  },
  {
    title: 'The server belongs to somebody else.',
    problem: 'foreignServer',
    on: (operation) => ofClients(operation) && namingServer(operation),
  },
  {
    title: 'The server is not installed yet.',
    problem: 'installing',
    on: (operation, { gap }) =>
      only('listServerMounts')(operation) && gap('server.unavailable') === 'conflict',
  },
  {
    title: 'The server is suspended or busy, or its node is in maintenance.',
    problem: 'conflict',
    on: (operation, { gap }) =>
      ofAvailableServer(operation) &&
      !only('listServerMounts')(operation) &&
      gap('server.unavailable') === 'conflict',
  },
  {
    title: 'The server has as many of them as it may have.',
    problem: 'notPossible',
    on: beyond('createBackup', 'createServerDatabase'),
  },
  { title: 'Too many backups were created lately.', problem: 'tooMany', on: beyond('createBackup') },
  { title: 'The backup is in progress.', problem: 'notPossible', on: beyond('restoreBackup') },
  { title: 'The backup is locked.', problem: 'notPossible', on: beyond('deleteBackup') },
  { title: 'The user owns servers.', problem: 'notPossible', on: beyond('deleteUser') },
]

/** The reasons for which an operation refuses requests with its gap settings, each with its error. */
export const refusalsOf = (asked: Asked): readonly (readonly [title: string, error: ApiError])[] =>
  refusals
    .filter(({ on }) => on(asked.endpoint.operation, asked))
    .map(({ title, problem, names }) => {
      const kind = typeof problem === 'string' ? problem : problem(asked.gap)
      if (kind !== 'invalid' || !names) return [title, new ApiError(kind, title)]
      const [field, rule] = names
      const name = typeof field === 'string' ? field : field(asked)
      return [title, invalid({ field: name ?? '', rule, detail: title })]
    })
