import { namingServer } from '../contract/gaps/concerns.ts'
import { parametersIn } from '../contract/match-operation.ts'
import type { DryRun, ExampleRequest } from './dry-run.ts'
import { type ExampleRows, exampleBackup } from './example-rows.ts'

/** Changes a request that an operation accepts; undefined if the change is not possible for the operation. */
type Variation = (good: ExampleRequest, about: Subject) => Partial<ExampleRequest> | undefined

/** A reason to refuse a request, and a request with this reason. */
interface Refusal {
  /** The error of the request, in a sentence. */
  readonly title: string
  readonly change: Variation
}

interface Subject extends Pick<DryRun, 'endpoint' | 'bodySchema' | 'gap'> {
  readonly rows: ExampleRows
}

const noId = '999999999'
const noUuid = '00000000-0000-4000-8000-000000000000'

/** A wrong value in a field of the body, for operations with that field. */
const withField =
  (field: string, value: (rows: ExampleRows) => unknown): Variation =>
  (good, { bodySchema, endpoint, rows }) => {
    if (endpoint.operation.body !== 'json' || !bodySchema || !(field in bodySchema.properties))
      return undefined
    const wrong = value(rows)
    return wrong === undefined ? undefined : { body: { ...good.body, [field]: wrong } }
  }

/**
 * All bad requests that are sent in dry runs. The operation decides, by its gap settings, whether and how it refuses
 * each of them; the description leaves out accepted ones.
 */
export const refusals: readonly Refusal[] = [
  {
    title: 'The path names nothing.',
    change: ({ params }, { endpoint }) =>
      parametersIn(endpoint.operation.path).length === 0
        ? undefined
        : { params: mapped(params, (value) => (/^\d+$/.test(value) ? noId : noUuid)) },
  },
  {
    title: 'What must be sent is missing.',
    change: (_, { endpoint }) => (endpoint.operation.body === 'none' ? undefined : { body: undefined }),
  },
  {
    title: 'A field is of the wrong type.',
    change: ({ body }, { bodySchema, endpoint }) => {
      const [field] = Object.keys(bodySchema?.properties ?? {})
      return field === undefined || endpoint.operation.body !== 'json'
        ? undefined
        : { body: { ...body, [field]: {} } }
    },
  },
  {
    title: 'A field is not known to the operation.',
    change: ({ body }, { endpoint }) =>
      endpoint.operation.body === 'json' ? { body: { ...body, unheard_of: true } } : undefined,
  },
  { title: 'There is no such location.', change: withField('location_id', () => Number(noId)) },
  { title: 'There is no such tag.', change: withField('tags', () => [noId]) },
  {
    title: 'The egg has none of the tags that the node accepts.',
    change: withField('egg_id', ({ tables, node }) => {
      const tags = node?.tag_ids ?? []
      return tables.eggs.rows().find((egg) => !egg.tag_ids.some((id) => tags.includes(id)))?.id
    }),
  },
  { title: 'Another user has that e-mail address.', change: withField('email', ({ admin }) => admin?.email) },
  {
    title: 'The file is no egg share file.',
    change: ({ body }, { endpoint }) =>
      endpoint.operation.body === 'multipart'
        ? { body: mapped(body as Readonly<Record<string, string>>, () => 'not an egg') }
        : undefined,
  },
  { title: 'The number of the page is not an integer from 1.', change: paged(() => ({ page: '0' })) },
  {
    title: 'More is asked for than a page can hold.',
    change: paged((maximum) => ({ per_page: String(maximum + 1) })),
  },
  { title: 'There is no such page.', change: paged(() => ({ page: noId })) },
  {
    title: 'The server is somebody else’s.',
    change: (_, { endpoint, rows: { stranger } }) =>
      endpoint.operation.family === 'client' && stranger ? { user: stranger } : undefined,
  },
  {
    title: 'The server is still being installed.',
    change: (_, { endpoint, rows: { server } }) =>
      namingServer(endpoint.operation) && server
        ? { arrange: ({ servers }) => servers.replace({ ...server, status: 'installing' }) }
        : undefined,
  },
  {
    title: 'The backup is locked.',
    change: (_, { endpoint, rows }) => {
      const backup = exampleBackup(rows)
      return parametersIn(endpoint.operation.path).includes('backup_uuid') && backup
        ? { arrange: ({ backups }) => backups.replace({ ...backup, is_locked: true, is_successful: true }) }
        : undefined
    },
  },
  {
    title: 'The node of the server is in maintenance.',
    change: (_, { endpoint, rows: { server, node } }) =>
      namingServer(endpoint.operation) && server && node
        ? { arrange: ({ nodes }) => nodes.replace({ ...node, maintenance_mode: true }) }
        : undefined,
  },
]

/** A query of page parameters, for operations with pages. */
function paged(query: (maximum: number) => ExampleRequest['query']): Variation {
  return (_, { endpoint, gap }) => endpoint.pages && { query: query(endpoint.pages(gap).maximum) }
}

const mapped = <V extends string>(
  values: Readonly<Record<string, V>>,
  change: (value: V) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
