import type { Clause, Level } from './clause.ts'
import { fieldClauses, resourceClauses } from './field-clauses.ts'
import { type Operation, type OperationId, operationIds, operations } from './operations.ts'
import { parameterOf } from './parameters.ts'
import { nodeUpdateFields } from './request-bodies.ts'
import { type Kind, kinds, sectionOf } from './resources.ts'
import { Pagination } from './schemas/envelopes.ts'
import type { Section } from './sections.ts'

type Row = readonly [slug: string, level: Level, text: string]

const clausesOf = (section: Section, rows: readonly Row[]): Clause[] =>
  rows.map(([slug, level, text]) => ({ id: `${section}#${slug}`, section, level, text }))

/** One clause for each field of the node update, which the response must echo. Section 4.1. */
const nodeUpdateRows = nodeUpdateFields.map(
  (field): Row => [
    `updates-${field}`,
    'stated',
    `An update that sends \`${field}\` is answered with that \`${field}\`.`,
  ],
)

const createdUserRows: readonly Row[] = ['email', 'username', 'first_name', 'last_name'].map((field) => [
  `creates-${field}`,
  'inferred',
  `The created user has the \`${field}\` that was sent.`,
])

/** What a request of each operation does, in words, and the clauses that do not follow from its row. Section 4. */
const statements: Readonly<Record<OperationId, readonly [does: string, ...others: readonly Row[]]>> = {
  updateNode: [
    'updates the node whose id is in the path.',
    ['mounts', 'stated', 'The response to the node update includes `mounts`.'],
    ['allocated-resources', 'stated', 'The response to the node update includes `allocated_resources`.'],
    ...nodeUpdateRows,
    ['persists', 'inferred', 'The fields that an update changed have the new values in a later response.'],
    [
      'identity',
      'inferred',
      'An update changes neither `id` nor `uuid`, `public` or `created_at`: the request cannot carry them.',
    ],
    [
      'path',
      'inferred',
      'The id in the path selects the node: another id is not answered with this node, and no other node is changed.',
    ],
  ],
  syncNodeTags: [
    'sets the game tags of the node whose id is in the path.',
    ['tags-now', 'stated', 'The tag sync is answered with the tags that the node now has.'],
    ['distinct', 'inferred', 'The response has each tag once: the tags of a node are a set.'],
    ['replaces', 'stated', 'The tag sync replaces the set of tags: those not selected are gone.'],
    ['empties', 'inferred', 'A granted selection of no tags leaves the node with none.'],
    [
      'path',
      'inferred',
      'The id in the path selects the node: another node has the tags that were selected for it, and an id that no node has is not answered with tags.',
    ],
    ['tagless-accepts-any-egg', 'stated', 'A node without game tags accepts any egg.'],
  ],
  importEgg: [
    'takes the file in the multipart part `import_file`.',
    [
      'relationships',
      'stated',
      'The response to the import has the relationships `variables`, `tags` and `servers`.',
    ],
    ['same-egg', 'stated', 'The import updates the egg named in the path: its `id` comes back.'],
    [
      'path',
      'inferred',
      'The id in the path selects the egg: another id is not answered with this egg, and no other egg is changed.',
    ],
    [
      'from-file',
      'inferred',
      'The egg is updated from the uploaded file: something of the file shows in the response, and the strings that show are not cut.',
    ],
    ['persists', 'inferred', 'The fields that an import changed have the new values in a later response.'],
  ],
  listServerMounts: [
    'lists mounts for the server in the path.',
    [
      'path',
      'inferred',
      'The identifier selects the server: one that no server has is not answered with mounts.',
    ],
    ['mounted', 'stated', 'Each mount in the list has `mounted`.'],
    [
      'mounted-agrees',
      'inferred',
      '`mounted` agrees with the servers that are nested in the mount, as it says whether the mount is attached to the server.',
    ],
    ['distinct', 'inferred', 'A list of mounts has each mount once.'],
    ['stable', 'inferred', 'Asking twice yields the same list: reading changes nothing.'],
  ],
  updateServerStartup: [
    'updates the server in the path.',
    ['relationships', 'stated', 'The response has `relationships`.'],
    [
      'startup',
      'inferred',
      'The `startup` that was sent is the `container.startup_command` of the response.',
    ],
    ['egg', 'inferred', 'The `egg_id` that was sent is the `egg` of the response.'],
    ['image', 'inferred', 'The `docker_image` that was sent is the `container.image` of the response.'],
    [
      'environment',
      'inferred',
      'The update covers the environment: values that were sent are in `container.environment` of the response.',
    ],
    [
      'install-script',
      'inferred',
      'The update covers the install-script behavior: opposite values that were sent are opposite values of `container.skip_scripts` in the response.',
    ],
    ['persists', 'inferred', 'The fields that an update changed have the new values in a later response.'],
    [
      'identity',
      'inferred',
      'An update of the startup changes nothing that the request cannot carry: ids, name, owner, node, limits, allocation, `created_at`.',
    ],
    [
      'path',
      'inferred',
      'The identifier selects the server: another one is not answered with this server, and no other server is changed.',
    ],
  ],
  createUser: [
    'creates a user.',
    ['meta-resource', 'stated', 'The response has `meta.resource`.'],
    [
      'no-nested-only',
      'stated',
      'The response is without the fields of the nested form: `image`, `servers_count`, `subuser_of_count`, `relationships.servers`.',
    ],
    ...createdUserRows,
    ['distinct', 'inferred', 'Two created users have different `id` and `uuid`.'],
  ],
  listServerBackups: [
    'lists the backups of the server in the path.',
    ['path', 'inferred', 'The UUID selects the server: the backups of one server are not those of another.'],
    ['distinct', 'inferred', 'A page has each backup once.'],
    ['per-page-maximum', 'stated', 'A page holds at most 50 backups.'],
    ['stable', 'inferred', 'Asking twice yields the same list: reading changes nothing.'],
  ],
  listHostDatabases: [
    'lists the databases of the host in the path.',
    ['path', 'inferred', 'The id selects the host: the databases of one host are not those of another.'],
    ['stable', 'inferred', 'Asking twice yields the same list: reading changes nothing.'],
  ],
}

/** The clauses of an operation: those that follow from its row, and others. */
function operationClauses(id: OperationId): Clause[] {
  const [does, ...others] = statements[id]
  const operation: Operation = operations[id]
  const { section, method, path, answer } = operation
  const parameter = parameterOf(operation)
  const noun = parameter?.kind.replaceAll('_', ' ')
  const named: readonly Row[] = [
    ['by-id', 'stated', `The ${noun} can be named by its id.`],
    ['by-uuid', 'stated', `The ${noun} can be named by its UUID.`],
    ['same-server', 'inferred', `Id and UUID name the same ${noun}.`],
  ]
  const paged: readonly Row[] = [
    ['pagination', 'stated', 'The response has `meta.pagination`.'],
    ['page', 'stated', '`page` chooses the page.'],
    ['per-page', 'stated', '`per_page` sets how many resources a page holds.'],
  ]
  return clausesOf(section, [
    ['route', 'stated', `\`${method} ${path}\` ${does}`],
    ...(answer.envelope === 'none' ? [] : [answerRow(answer)]),
    ...(parameter && parameter.by.length > 1 ? named : []),
    ...(answer.envelope === 'page' ? paged : []),
    ...others,
  ])
}

const answerRow = ({ envelope, kind }: { envelope: string; kind: string }): Row => [
  'answer',
  'stated',
  `The response is ${envelope === 'single' ? `one ${kind} resource` : `a list of ${kind} resources`}.`,
]

/** The statements of section 2 about a kind in addition to its fields and relationships. */
const beside: Readonly<Partial<Record<Kind, readonly Row[]>>> = {
  node: [
    [
      'location-agrees',
      'inferred',
      'The `location_id` of a node is the `id` of its nested location, and of the location in which the node is nested.',
    ],
  ],
  tag: [['meta-resource', 'stated', 'The envelope of a tag has `meta.resource`.']],
  egg: [
    [
      'nested-agree',
      'inferred',
      'The variables nested in an egg have its `id` as `egg_id`, and the servers nested in it have its `id` as `egg`.',
    ],
  ],
  server: [
    [
      'nested-agree',
      'inferred',
      'The ids in `user`, `node`, `allocation` and `egg` are those of the nested resources of the same name.',
    ],
    ['allocations-agree', 'inferred', 'Each nested allocation is assigned to the server.'],
    [
      'variables-agree',
      'inferred',
      'The nested variables belong to the egg of the server, and their values are those of `container.environment`.',
    ],
  ],
  mount: [['relationships', 'stated', 'A mount has `relationships`.']],
  backup: [
    [
      'backup_count',
      'stated',
      'The `meta` of the backup list has `backup_count`, an integer, next to `pagination`.',
    ],
  ],
}

/** Every clause, in the order of the document. */
export const clauses: readonly Clause[] = [
  ...clausesOf('1', [
    [
      'prefixes',
      'stated',
      'The three families live under `/api/application`, `/api/admin` and `/api/client`.',
    ],
    ['bearer-everywhere', 'stated', 'Every endpoint requires a bearer token in the `Authorization` header.'],
    ['json', 'stated', 'The body of a granted response is JSON.'],
  ]),
  ...clausesOf('2.1', [
    ['single-object', 'stated', 'A single resource has `object`, a string that names its kind.'],
    ['single-attributes', 'stated', 'A single resource has `attributes`, an object of its fields.'],
    [
      'meta-resource',
      'stated',
      'Where a resource has `meta.resource`, that is a string, the URL of the resource.',
    ],
    ['meta-resource-distinct', 'inferred', 'Different resources have different URLs in `meta.resource`.'],
    ['list-object', 'stated', 'The `object` of a list is `list`.'],
    ['list-data', 'stated', 'The `data` of a list is an array of resource envelopes.'],
    ['nested-place', 'stated', 'A nested resource appears under `attributes.relationships` by its name.'],
    [
      'nested-form',
      'stated',
      'A nested relationship is a resource envelope or a list envelope, or is cut off to an empty object or list.',
    ],
    ['nested-once', 'inferred', 'A nested list has each resource once.'],
    ['timestamps', 'stated', 'Timestamps are ISO 8601 strings with a numeric UTC offset.'],
  ]),
  ...fieldClauses('2.1', 'pagination', Pagination.properties),
  ...clausesOf('2.1', [
    ['count-of-data', 'inferred', '`count` is the number of items in `data`.'],
    [
      'count-within-page',
      'inferred',
      '`count` is at most `per_page`; on a page that there is, it is less only where the list ends.',
    ],
    [
      'total-pages-of-total',
      'inferred',
      '`total_pages` is `total` divided by `per_page`, rounded up; for an empty list 0 or 1.',
    ],
    ['first-page', 'inferred', 'A request without `page` is answered with the first page.'],
    ['total-constant', 'inferred', '`total` is the same on every page of a list that does not change.'],
    ['pages-partition', 'inferred', 'Walking all pages yields `total` records, none lost and none twice.'],
  ]),
  ...kinds.flatMap((kind) => [...resourceClauses(kind), ...clausesOf(sectionOf(kind), beside[kind] ?? [])]),
  ...operationIds.flatMap(operationClauses),
  ...clausesOf('5', [
    [
      'bearer-header',
      'stated',
      'A request carries `Authorization: Bearer <token>`; without it nothing is granted.',
    ],
    ['unknown-token', 'inferred', 'A token that the service did not issue is granted nothing.'],
    ['application-takes-application', 'stated', 'The application family accepts an application token.'],
    [
      'application-takes-root-client',
      'stated',
      'The application family accepts a client token of a root administrator.',
    ],
    [
      'application-refuses-user-client',
      'inferred',
      'The application family accepts no client token of an ordinary user: the list of accepted tokens is whole.',
    ],
    ['admin-takes-root-client', 'stated', 'The admin family accepts a client token of a root administrator.'],
    ['admin-refuses-application', 'stated', 'The admin family rejects application tokens.'],
    [
      'admin-refuses-user-client',
      'stated',
      'The admin family accepts only client tokens of root administrators, so no ordinary user’s.',
    ],
    ['client-takes-client', 'stated', 'The client family accepts a client token.'],
    [
      'client-refuses-application',
      'inferred',
      'The client family accepts no application token: the list of accepted tokens is whole.',
    ],
    ['refused-changes-nothing', 'inferred', 'A request that is refused for its token changes nothing.'],
  ]),
  ...clausesOf('9', [['no-version', 'stated', 'The paths carry no version segment.']]),
]
