import { nounOf } from './checking/words.ts'
import type { Clause, Level } from './clause.ts'
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

/** A row for each field. */
const perField = (fields: readonly string[], row: (field: string) => Rows): Rows =>
  Object.assign({}, ...fields.map(row))

/** What a request of each operation does, in words, and the clauses that do not follow from its row. Section 4. */
const statements: Readonly<Record<OperationId, { readonly does: string } & Rows>> = {
  updateNode: {
    does: 'updates the node whose id is in the path.',
    'stated mounts': 'The response to the node update includes `mounts`.',
    'stated allocated-resources': 'The response to the node update includes `allocated_resources`.',
    ...perField(nodeUpdateFields, (field) => ({
      [`stated updates-${field}`]: `An update that sends \`${field}\` is answered with that \`${field}\`.`,
    })),
    'inferred persists': 'The fields that an update changed have the new values in a later response.',
    'inferred identity':
      'An update changes neither `id` nor `uuid`, `public` or `created_at`: the request cannot carry them.',
  },
  syncNodeTags: {
    does: 'sets the game tags of the node whose id is in the path.',
    'stated tags-now': 'The tag sync is answered with the tags that the node now has.',
    'stated replaces': 'The tag sync replaces the set of tags: those not selected are gone.',
    'inferred empties': 'A granted selection of no tags leaves the node with none.',
    'stated tagless-accepts-any-egg': 'A node without game tags accepts any egg.',
  },
  importEgg: {
    does: 'takes the file in the multipart part `import_file`.',
    'stated relationships':
      'The response to the import has the relationships `variables`, `tags` and `servers`.',
    'stated same-egg': 'The import updates the egg named in the path: its `id` comes back.',
    'inferred from-file':
      'The egg is updated from the uploaded file: something of the file shows in the response, and the strings that show are not cut.',
    'inferred persists': 'The fields that an import changed have the new values in a later response.',
  },
  listServerMounts: {
    does: 'lists mounts for the server in the path.',
    'stated mounted': 'Each mount in the list has `mounted`.',
    'inferred mounted-agrees':
      '`mounted` agrees with the servers that are nested in the mount, as it says whether the mount is attached to the server.',
  },
  updateServerStartup: {
    does: 'updates the server in the path.',
    'stated relationships':
      'The response has `relationships`: each name of section 2.8, or all of them cut off to nothing.',
    'inferred startup': 'The `startup` that was sent is the `container.startup_command` of the response.',
    'inferred egg': 'The `egg_id` that was sent is the `egg` of the response.',
    'inferred image': 'The `docker_image` that was sent is the `container.image` of the response.',
    'inferred environment':
      'The update covers the environment: values that were sent are in `container.environment` of the response.',
    'inferred install-script':
      'The update covers the install-script behavior: opposite values that were sent are opposite values of `container.skip_scripts` in the response.',
    'inferred persists': 'The fields that an update changed have the new values in a later response.',
    'inferred identity':
      'An update of the startup changes nothing that the request cannot carry: ids, name, owner, node, limits, allocation, `created_at`.',
  },
  createUser: {
    does: 'creates a user.',
    'stated meta-resource': 'The response has `meta.resource`.',
    'stated no-nested-only':
      'The response is without the fields of the nested form: `image`, `servers_count`, `subuser_of_count`, `relationships.servers`.',
    ...perField(['email', 'username', 'first_name', 'last_name'], (field) => ({
      [`inferred creates-${field}`]: `The created user has the \`${field}\` that was sent.`,
    })),
    'inferred distinct': 'Two created users have different `id` and `uuid`.',
  },
  listServerBackups: {
    does: 'lists the backups of the server in the path.',
    'stated per-page-maximum': 'A page holds at most 50 backups.',
  },
  listHostDatabases: {
    does: 'lists the databases of the host in the path.',
  },
}

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
    }),
    // The compiler keeps the key `does` in the type of the rest.
    ...(others as Rows),
    ...(method === 'GET' && {
      'inferred stable': 'Asking twice yields the same list: reading changes nothing.',
    }),
  })
}

/** The statements of section 2 about a kind in addition to its fields and relationships. */
const beside: Readonly<Partial<Record<Kind, Rows>>> = {
  node: {
    'inferred location-agrees':
      'The `location_id` of a node is the `id` of its nested location, and of the location in which the node is nested.',
  },
  tag: { 'stated meta-resource': 'The envelope of a tag has `meta.resource`.' },
  egg: {
    'inferred nested-agree':
      'The variables nested in an egg have its `id` as `egg_id`, and the servers nested in it have its `id` as `egg`.',
  },
  server: {
    'inferred nested-agree':
      'The ids in `user`, `node`, `allocation` and `egg` are those of the nested resources of the same name.',
    'inferred allocations-agree': 'Each nested allocation is assigned to the server.',
    'inferred variables-agree':
      'The nested variables belong to the egg of the server, and their values are those of `container.environment`.',
  },
  mount: {
    'stated relationships':
      'A mount has `relationships`: `eggs`, `nodes` and `servers`, or all cut off to nothing.',
  },
  backup: {
    'stated backup_count':
      'The `meta` of the backup list has `backup_count`, an integer, next to `pagination`.',
  },
}

/** Every clause, in the order of the document. */
export const clauses: readonly Clause[] = [
  ...clausesOf('1', {
    'stated prefixes': 'The three families live under `/api/application`, `/api/admin` and `/api/client`.',
    'stated bearer-everywhere': 'Every endpoint requires a bearer token in the `Authorization` header.',
    'stated json': 'The body of a granted response is JSON.',
  }),
  ...clausesOf('2.1', {
    'stated single-object': 'A single resource has `object`, a string that names its kind.',
    'stated single-attributes': 'A single resource has `attributes`, an object of its fields.',
    'stated meta-resource':
      'Where a resource has `meta.resource`, that is a string, the URL of the resource.',
    'inferred meta-resource-distinct': 'Different resources have different URLs in `meta.resource`.',
    'stated list-object': 'The `object` of a list is `list`.',
    'stated list-data': 'The `data` of a list is an array of resource envelopes.',
    'stated nested-place': 'A nested resource appears under `attributes.relationships` by its name.',
    'stated nested-form':
      'A nested relationship is a resource envelope or a list envelope, or is cut off to an empty object or list.',
    'inferred nested-once': 'A nested list has each resource once.',
    'inferred one-resource':
      'Responses that show one resource agree about it, unless a request changed it in between.',
    'stated timestamps': 'Timestamps are ISO 8601 strings with a numeric UTC offset.',
  }),
  ...fieldClauses('2.1', 'pagination', fieldPathsIn(Pagination.properties)),
  ...clausesOf('2.1', {
    'inferred count-of-data': '`count` is the number of items in `data`.',
    'inferred count-within-page':
      '`count` is at most `per_page`; on a page that there is, it is less only where the list ends.',
    'inferred total-pages-of-total':
      '`total_pages` is `total` divided by `per_page`, rounded up; for an empty list 0 or 1.',
    'inferred first-page': 'A request without `page` is answered with the first page.',
    'inferred total-constant': '`total` is the same on every page of a list that does not change.',
    'inferred pages-partition': 'Walking all pages yields `total` records, none lost and none twice.',
  }),
  ...kinds.flatMap((kind) => [...resourceClauses(kind), ...clausesOf(sectionOf(kind), beside[kind] ?? {})]),
  ...operationIds.flatMap(operationClauses),
  ...clausesOf('5', {
    'stated bearer-header':
      'A request carries `Authorization: Bearer <token>`; without it nothing is granted.',
    'inferred unknown-token': 'A token that the service did not issue is granted nothing.',
    'stated application-takes-application': 'The application family accepts an application token.',
    'stated application-takes-root-client':
      'The application family accepts a client token of a root administrator.',
    'inferred application-refuses-user-client':
      'The application family accepts no client token of an ordinary user: the list of accepted tokens is whole.',
    'stated admin-takes-root-client': 'The admin family accepts a client token of a root administrator.',
    'stated admin-refuses-application': 'The admin family rejects application tokens.',
    'stated admin-refuses-user-client':
      'The admin family accepts only client tokens of root administrators, so no ordinary user’s.',
    'stated client-takes-client': 'The client family accepts a client token.',
    'inferred client-refuses-application':
      'The client family accepts no application token: the list of accepted tokens is whole.',
    'inferred refused-changes-nothing': 'A request that is refused for its token changes nothing.',
  }),
  ...clausesOf('9', { 'stated no-version': 'The paths carry no version segment.' }),
]
