import { describe, expect, it } from 'vitest'
import { clauses, type Level } from './clauses.ts'
import { companions } from './companions.ts'
import {
  choicesAt,
  type Gap,
  type GapId,
  gaps,
  isSettable,
  type SettableGapId,
  settableGapIds,
} from './gaps/index.ts'
import { isOfMany, writersOf } from './lists.ts'
import { families, type Operation, operations } from './operations.ts'
import { kinds, sectionOf } from './resources.ts'
import { sections } from './sections.ts'

const sectionNumbers = sections.map(([number]) => number)
const clauseIds = clauses.map(({ id }) => id)
const gapIds = Object.keys(gaps) as GapId[]
const gap = (id: GapId): Gap => gaps[id]

/** Sections whose parts are separate sections, so that they have only statements about all of them. */
const chapters = ['2', '4']

/** Whether `inner` is `outer` or one of its items: `2.1.5` is in `2.1`, `2.14` is not. */
const isWithin = (inner: string, outer: string) =>
  inner === outer || (!chapters.includes(outer) && inner.startsWith(`${outer}.`))

const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index)

describe('the sections', () => {
  const documentedSections =
    '1 2 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 2.14 3 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 5 6 7 8 9'

  it('src/contract/sections.json has the sections of the list in src/contract/contract.test.ts, in this order', () => {
    expect(sectionNumbers.join(' ')).toBe(documentedSections)
  })

  it.each(sectionNumbers)('have a clause or a gap in %s', (section) => {
    const inClauses = clauses.some((clause) => clause.section === section)
    const inGaps = gapIds.some((id) => isWithin(gap(id).section, section))
    expect(inClauses || inGaps).toBe(true)
  })
})

type DocumentedOperation = [
  id: string,
  section: string,
  call: string,
  body: string,
  envelope: string,
  kind?: string,
]

/** The operations of section 4, written out from the document. */
const documentedOperations: readonly DocumentedOperation[] = [
  ['updateNode', '4.1', 'PATCH /api/application/nodes/{node}', 'json', 'single', 'node'],
  ['syncNodeTags', '4.2', 'PUT /api/admin/nodes/{node_id}/tags', 'json', 'list', 'tag'],
  ['importEgg', '4.3', 'POST /api/admin/eggs/{egg_id}/import', 'multipart', 'single', 'egg'],
  [
    'listServerMounts',
    '4.4',
    'GET /api/admin/servers/{server_admin_identifier}/mounts',
    'none',
    'list',
    'mount',
  ],
  [
    'updateServerStartup',
    '4.5',
    'PUT /api/admin/servers/{server_admin_identifier}/startup',
    'json',
    'single',
    'server',
  ],
  ['createUser', '4.6', 'POST /api/application/users', 'json', 'single', 'user'],
  ['listServerBackups', '4.7', 'GET /api/client/servers/{server_uuid}/backups', 'none', 'page', 'backup'],
  [
    'listHostDatabases',
    '4.8',
    'GET /api/admin/database-hosts/{databaseHost_id}/databases',
    'none',
    'page',
    'database',
  ],
]

describe('the operations', () => {
  it.each(documentedOperations)(
    'src/contract/operations.ts has %s of section %s, %s',
    (id, section, call, body, envelope, kind) => {
      const operation = new Map<string, Operation>(Object.entries(operations)).get(id)
      expect(operation).toMatchObject({ id, section, body, response: { envelope, ...(kind && { kind }) } })
      expect(`${operation?.method} ${operation?.path}`).toBe(call)
    },
  )

  it('src/contract/operations.ts has the operations of the list in src/contract/contract.test.ts, in this order', () => {
    expect(Object.keys(operations)).toEqual(documentedOperations.map(([id]) => id))
  })

  it('have three families with a prefix each', () => {
    expect(families).toEqual({
      application: '/api/application',
      admin: '/api/admin',
      client: '/api/client',
    })
  })

  it.each(Object.values(operations))('include $id under the prefix of its family', ({ path, family }) => {
    expect(path.startsWith(`${families[family]}/`)).toBe(true)
  })

  it.each(Object.values(operations))(
    'src/contract/clauses.json has the route and the response of $id',
    ({ section }) => {
      expect(clauseIds).toContain(`${section}#route`)
      expect(clauseIds).toContain(`${section}#response`)
    },
  )
})

describe('a list', () => {
  const ofServer = ['updateNode', 'syncNodeTags', 'importEgg', 'updateServerStartup']
  const reads = { ...operations, ...companions }

  it.each([
    ['the mounts of a server', reads.listServerMounts, true, ofServer],
    ['the backups of a server', reads.listServerBackups, false, []],
    ['the databases of a host', reads.listHostDatabases, false, []],
    ['the tags of a node', reads.syncNodeTags, true, ['updateNode', 'syncNodeTags', 'importEgg']],
    ['the allocations of a node', reads.listNodeAllocations, false, []],
    ['users', reads.listUsers, false, ['updateServerStartup', 'createUser']],
  ])(
    'says of %s whether others may have the same, and which writes may change it',
    (_, list, isOf, writers) => {
      expect([isOfMany(list), writersOf(list)]).toEqual([isOf, writers])
    },
  )
})

describe('the companions', () => {
  const all = Object.entries(companions)
  const calls = [...Object.values(operations), ...Object.values(companions)].map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  )

  it.each(all)('include the read %s of section 4.9, under the prefix of its family', (id, companion) => {
    expect(companion).toMatchObject({ id, section: '4.9', method: 'GET', body: 'none' })
    expect(`${companion.path}/`.startsWith(`${families[companion.family]}/`)).toBe(true)
  })

  it('have paths that match neither an operation nor another companion', () => {
    expect(twice(calls)).toEqual([])
    expect(Object.keys(companions).filter((id) => id in operations)).toEqual([])
  })

  it('keep their ids', () => {
    expect(Object.values(companions).map(({ id, path }) => `${id} ${path}`)).toMatchInlineSnapshot(`
      [
        "listNodes /api/application/nodes",
        "showNode /api/application/nodes/{node}",
        "listNodeAllocations /api/application/nodes/{node}/allocations",
        "listUsers /api/application/users",
        "showUser /api/application/users/{user}",
        "listServers /api/application/servers",
        "showServer /api/application/servers/{server}",
        "listLocations /api/application/locations",
        "showLocation /api/application/locations/{location}",
        "listEggs /api/admin/eggs",
        "showEgg /api/admin/eggs/{egg_id}",
        "listTags /api/admin/tags",
        "showTag /api/admin/tags/{tag_id}",
        "listDatabaseHosts /api/admin/database-hosts",
        "showDatabaseHost /api/admin/database-hosts/{databaseHost_id}",
        "listMounts /api/admin/mounts",
        "showMount /api/admin/mounts/{mount_id}",
        "listOwnServers /api/client",
        "showOwnServer /api/client/servers/{server_uuid}",
        "showBackup /api/client/servers/{server_uuid}/backups/{backup_uuid}",
        "showAccount /api/client/account",
      ]
    `)
  })
})

describe('the clauses', () => {
  it('have unique ids', () => {
    expect(twice(clauseIds)).toEqual([])
  })

  it.each(clauses)('include $id, which names its section and is a sentence', ({ id, section, text }) => {
    expect(sectionNumbers).toContain(section)
    expect(id.slice(0, id.indexOf('#'))).toBe(section)
    expect(id.slice(id.indexOf('#') + 1)).toMatch(/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/)
    expect(text).toMatch(/^[A-Z`].*\.$/)
    expect(text).not.toContain('undefined')
  })

  it('are in the order of the document', () => {
    const places = clauses.map(({ section }) => {
      const [chapter = 0, part = 0] = section.split('.').map(Number)
      return chapter * 100 + part
    })
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('keep their ids', () => {
    expect(clauseIds).toMatchSnapshot()
  })

  // The rule is that of `Level`; a clause outside these families is the only one of its kind.
  it.each<[family: string, slug: RegExp, Level, sections?: RegExp]>([
    ['the existence and response of an operation', /^(?:route|response|pagination|relationships)$/, 'stated'],
    ['identity of the resource', /^by-(?:id|uuid)$/, 'stated'],
    ['parameters of the query', /^(?:page|per-page)$/, 'stated'],
    ['sent values, if the document says that the response has them', /^updates-/, 'stated', /^4\.1$/],
    [
      'sent values, if the document does not say so',
      /^(?:startup|egg|image|environment|install-script|from-file|creates-.*)$/,
      'inferred',
      /^4\./,
    ],
    ['later responses', /^persists$/, 'inferred'],
    ['agreement of two places', /(?:^|-)agrees?$/, 'inferred'],
    ['each once', /(?:^|-)(?:distinct|once)$/, 'inferred'],
    [
      'agreement of repeated requests, and of requests by another name',
      /^(?:stable|same-server|total-constant)$/,
      'inferred',
    ],
    ['fields that a request does not have', /^(?:path|identity|refused-changes-nothing)$/, 'inferred'],
    ['numbers of a page', /^(?:count-|total-pages-|pages-partition|first-page)/, 'inferred'],
    ['access of a family', /-takes-/, 'stated'],
  ])('have one level where their wording is the same: %s', (_, slug, level, within = /./) => {
    const family = clauses.filter(
      ({ id, section }) => within.test(section) && slug.test(id.slice(id.indexOf('#') + 1)),
    )
    expect(family.length).toBeGreaterThan(1)
    expect(family.filter((clause) => clause.level !== level)).toEqual([])
  })
})

/** The fields that the tables of section 2 name, by section. */
const documented: Readonly<Record<string, string>> = {
  '2.1': 'total count per_page current_page total_pages links',
  '2.2':
    'id uuid public name description location_id fqdn scheme behind_proxy maintenance_mode memory ' +
    'memory_overallocate disk disk_overallocate upload_size daemon_listen daemon_sftp daemon_base created_at ' +
    'updated_at mounts servers_count allocated_resources allocated_resources.memory allocated_resources.disk ' +
    'relationships.location',
  '2.3': 'id short long nodes_count servers_count created_at updated_at relationships.nodes',
  '2.4': 'id name slug color is_predefined legacy_nest_id eggs_count nodes_count created_at updated_at',
  '2.5':
    'id uuid author name description features docker_image docker_images force_outgoing_ip config startup script ' +
    'created_at updated_at relationships.variables relationships.tags relationships.servers config.files ' +
    'config.files.parser config.files.find config.startup config.startup.done config.stop config.logs ' +
    'config.logs.custom config.logs.location config.file_denylist config.extends script.privileged ' +
    'script.install script.entry script.container script.extends',
  '2.6':
    'id egg_id name description env_variable default_value user_viewable user_editable rules sort_order ' +
    'created_at updated_at',
  '2.7':
    'id egg_id name description env_variable default_value user_viewable user_editable rules sort_order ' +
    'created_at updated_at server_value required',
  '2.8':
    'id external_id uuid identifier name description status suspended limits limits.memory limits.swap limits.disk ' +
    'limits.io limits.cpu limits.threads limits.oom_disabled feature_limits feature_limits.databases ' +
    'feature_limits.allocations feature_limits.backups user node allocation egg container ' +
    'container.startup_command container.image container.skip_scripts container.installed container.environment ' +
    'created_at updated_at relationships.allocation relationships.allocations relationships.user ' +
    'relationships.egg relationships.variables relationships.node',
  '2.9': 'id ip alias port notes server_id server_name assigned',
  '2.10':
    'id external_id uuid username email first_name last_name language root_admin 2fa image servers_count ' +
    'subuser_of_count created_at updated_at relationships.servers',
  '2.11':
    'id uuid name description source target read_only user_mountable eggs_count nodes_count servers_count mounted ' +
    'relationships relationships.eggs relationships.nodes relationships.servers',
  '2.12': 'uuid is_successful is_locked name ignored_files checksum bytes created_at completed_at',
  '2.13': 'server server.id server.name name username connections_from max_connections',
}

describe('the fields of section 2', () => {
  it('src/contract/resources.ts has the kinds of the list in src/contract/contract.test.ts, in this order', () => {
    expect(['2.1', ...kinds.map(sectionOf)]).toEqual(Object.keys(documented))
  })

  const rows = Object.entries(documented).flatMap(([section, fields]) =>
    fields.split(' ').map((field) => [section, field] as const),
  )

  it.each(rows)('have a stated clause %s#%s', (section, field) => {
    expect(clauses.find(({ id }) => id === `${section}#${field}`)?.level).toBe('stated')
  })

  it.each([
    ...['name', 'description', 'location_id', 'fqdn', 'scheme', 'behind_proxy', 'maintenance_mode', 'memory'],
    ...['memory_overallocate', 'disk', 'disk_overallocate', 'upload_size', 'daemon_sftp', 'daemon_listen'],
  ])('have a clause on updating the %s of a node', (field) => {
    expect(clauseIds).toContain(`4.1#updates-${field}`)
  })

  it.each(['email', 'username', 'first_name', 'last_name'])(
    'have a clause on the %s that a user is created with',
    (field) => {
      expect(clauseIds).toContain(`4.6#creates-${field}`)
    },
  )
})

/** The plainest reading of each gap, written out so that no reordering changes a default unseen. */
const defaults: Readonly<Record<SettableGapId, string>> = {
  'status.success': '200',
  'status.created': '201',
  'status.invalid': '422',
  'status.bad-file': '422',
  'status.unknown-resource': '404',
  'refusal.unknown-token': '401',
  'refusal.wrong-kind': '403',
  'refusal.foreign-server': '404',
  'checks.order': 'path-last',
  'access.root-anywhere': 'serve',
  'access.subusers': 'serve',
  'error.body': 'panel',
  'error.words': 'own',
  'error.negotiation': 'json',
  'status.options': '204',
  'path.short-identifier': 'refuse',
  'operations.beyond': 'absent',
  'body.unknown-fields': 'ignore',
  'body.types': 'strict',
  'body.media-types': 'refuse',
  'body.empty-text': 'keep',
  'page.default-backups': '20',
  'page.over-maximum': 'clamp',
  'page.default-databases': '50',
  'page.maximum-databases': '100',
  'page.over-maximum-databases': 'clamp',
  'page.invalid': 'refuse',
  'page.past-end': 'empty',
  'page.empty-total': '1',
  'page.links': 'neighbours',
  'list.order': 'oldest',
  'backups.count': 'all',
  'server.unavailable': 'ignore',
  'node.partial': 'keep',
  'node.ranges': 'refuse',
  'node.scheme': 'http-https',
  'node.names': 'host',
  'node.beyond-fourteen': 'ignore',
  'references.unknown': 'refuse',
  'node.mounts': 'resources',
  'tags.body': 'lenient',
  'tags.unknown': 'refuse',
  'tags.enforced': 'refuse',
  'egg.format': 'any-version',
  'import.refusals': 'fields',
  'import.keeps': 'author-and-tags',
  'startup.partial': 'keep',
  'startup.fields': 'environment-skip_scripts',
  'startup.missing-variables': 'keep',
  'startup.unknown-variables': 'ignore',
  'startup.rules': 'refuse',
  'startup.images': 'usual',
  'mounts.eligible': 'egg-and-node',
  'users.required': 'four',
  'users.duplicate': 'refuse',
  'users.case': 'keep',
  'users.beyond-four': 'take',
  'users.values': 'any',
  nulls: 'unfinished',
  'fields.extra': 'none',
  'fields.order': 'document',
  'time.offset': '+00:00',
  'nesting.cut': 'one-level',
  'relationships.include': 'ignore',
  counts: 'real',
  'meta.resource': 'where-stated',
  'server.status': 'snake',
  'rate.limit': 'off',
  'rate.headers': 'count',
  'headers.security': 'none',
}

/** The parts that the document marks as not shown or omitted, and their gaps. */
const notShown: readonly [section: string, what: string, id: string][] = [
  ['2.2', 'the shape of the elements of mounts', 'node.mounts'],
  ['2.14', 'units of memory, swap, disk, io, cpu and upload_size', 'resource.units'],
  ['2.14', 'values of the status of a server', 'server.status'],
  ['2.14', 'values of the language of a user', 'user.language'],
  ['2.14', 'values of threads', 'server.threads'],
  ['3', 'transitions', 'state.transitions'],
  ['4.9', 'which fields a node update requires', 'node.partial'],
  ['4.9', 'which fields a startup update requires', 'startup.partial'],
  ['4.9', 'which fields a new user requires', 'users.required'],
  ['4.9', 'fields of the tag-sync body', 'tags.body'],
  ['4.9', 'names of the environment and install-script fields', 'startup.fields'],
  ['4.9', 'the exact status', 'status.success'],
  ['4.9', 'the status of a created user', 'status.created'],
  ['4.9', 'which egg fields the import keeps', 'import.keeps'],
  ['4.9', 'operations beyond the document', 'operations.beyond'],
  ['5.6', 'token format, lifetime and scopes', 'token.format'],
  ['5.6', 'the response to a missing or wrong token', 'refusal.unknown-token'],
  ['6', 'events, webhooks, notifications', 'events'],
  ['7', 'the body of an error', 'error.body'],
  ['7', 'the status of an error', 'status.invalid'],
  ['8', 'rate limits', 'rate.limit'],
  ['8', 'the default per_page of databases', 'page.default-databases'],
  ['8', 'the maximum per_page of databases', 'page.maximum-databases'],
  ['8', 'the default per_page of backups', 'page.default-backups'],
  ['9', 'versioning scheme and compatibility', 'versioning'],
]

describe('the gaps', () => {
  const silent = gapIds.filter((id) => !isSettable(id))
  const withPanel = settableGapIds.filter((id) => gap(id).panel !== undefined)

  it('have ids of words with dots and hyphens', () => {
    expect(gapIds.filter((id) => !/^[a-z]+(?:[.-][a-z]+)*$/.test(id))).toEqual([])
  })

  it.each(gapIds)('%s is in a section of the document', (id) => {
    const found = sectionNumbers.filter((section) => isWithin(gap(id).section, section))
    expect(found).toHaveLength(1)
  })

  it.each(gapIds)('%s has a question', (id) => {
    expect(gap(id).question).toMatch(/^[A-Z].*\?$/)
  })

  it.each(gapIds)('%s has no field that is not read', (id) => {
    const known = ['section', 'on', 'question', 'choices', 'panel', 'pervasive']
    expect(Object.keys(gap(id)).filter((field) => !known.includes(field))).toEqual([])
  })

  it.each(settableGapIds)('%s has at least two choices', (id) => {
    expect(choicesAt(id).length).toBeGreaterThanOrEqual(2)
  })

  it.each(gapIds)('%s has choices with ids of their own, each with a description', (id) => {
    expect(twice(choicesAt(id))).toEqual([])
    expect(gap(id).choices.filter(([, text]) => !/.\.$/.test(text))).toEqual([])
  })

  it.each(Object.entries(defaults))('%s has the default first, %s', (id, choice) => {
    expect(choicesAt(id as GapId)[0]).toBe(choice)
  })

  it('have a default', () => {
    expect(Object.keys(defaults)).toEqual(settableGapIds)
  })

  it.each(withPanel)('%s has a choice of the panel that is one of its choices and not the default', (id) => {
    expect(choicesAt(id)).toContain(gap(id).panel)
    expect(gap(id).panel).not.toBe(defaults[id])
  })

  it.each(silent)('%s is silent and has no choices', (id) => {
    expect(choicesAt(id)).toEqual([])
    expect(gap(id).panel).toBeUndefined()
  })

  it.each(notShown)('of section %s include %s', (section, _, id) => {
    const sectionOfGap = new Map<string, Gap>(Object.entries(gaps)).get(id)?.section
    expect(sectionOfGap).toBe(section)
  })

  it('keep their ids', () => {
    expect(gapIds).toMatchSnapshot()
  })
})
