import { idsWithBody, operations, pagedIds } from '../../operations.ts'
import { absent, at } from './edit.ts'
import { allocation } from './examples/allocation.ts'
import { nestedEgg, nestedLocation, nestedNode, nestedServer, nestedUser } from './examples/cut-off.ts'
import { eggVariable } from './examples/egg-variable.ts'
import { exampleResponses } from './examples/responses.ts'
import { serverVariable } from './examples/server-variable.ts'
import { tag } from './examples/tag.ts'
import { list, ofFirst, ofOne, type Row, rowsOf } from './rows.ts'

const singles = idsWithBody.filter((id) => operations[id].response.envelope === 'single')
const pages = pagedIds
const lists = idsWithBody.filter((id) => operations[id].response.envelope !== 'single')

const envelopes: readonly Row[] = [
  ...[...singles, ...lists].flatMap((id): Row[] => [
    ['a response without object', id, '/object', absent],
    ['a response whose object is null', id, '/object', null],
    ['a response that names another kind', id, '/object', 'allocation'],
    ['a response that names its kind in capitals', id, '/object', 'LIST'],
  ]),
  ...[...singles.map((id) => [id, ''] as const), ...lists.map((id) => [id, '/data/0'] as const)].flatMap(
    ([id, envelope]): Row[] => [
      ['a resource that names another kind', id, `${envelope}/object`, 'location'],
      ['a resource that names no kind', id, `${envelope}/object`, absent],
      ['a resource without attributes', id, `${envelope}/attributes`, absent],
      ['a resource whose attributes are null', id, `${envelope}/attributes`, null],
      ['a resource whose attributes are an array', id, `${envelope}/attributes`, []],
      ['a resource whose attributes are empty', id, `${envelope}/attributes`, {}],
      ['a resource whose meta is null', id, `${envelope}/meta`, null],
      ['a resource whose meta.resource is a number', id, `${envelope}/meta`, { resource: 5 }],
      ['a resource whose meta.resource is no URL', id, `${envelope}/meta`, { resource: 'the fifth' }],
    ],
  ),
  ...lists.flatMap((id): Row[] => [
    ['a list without data', id, '/data', absent],
    ['a list whose data are null', id, '/data', null],
    ['a list whose data are an object', id, '/data', {}],
    ['a list of bare attributes', id, '/data', [at(exampleResponses[id], '/data/0/attributes')]],
    ['a list with null in it', id, '/data', [null]],
    ['a list with an empty object in it', id, '/data', [{}]],
    ['a list in a list', id, '/data', [exampleResponses[id]]],
    ['a list that calls itself a node', id, '/object', 'node'],
  ]),
  ['a tag without meta', 'syncNodeTags', '/data/0/meta', absent],
  ['a tag whose meta is empty', 'syncNodeTags', '/data/0/meta', {}],
  ['a tag whose meta.resource is null', 'syncNodeTags', '/data/0/meta/resource', null],
  ['a created user without meta', 'createUser', '/meta', absent],
  ['a created user whose meta is empty', 'createUser', '/meta', {}],
  ['a created user whose meta.resource is null', 'createUser', '/meta/resource', null],
]

const pagination: readonly Row[] = pages.flatMap((id): Row[] => [
  ['a page without meta', id, '/meta', absent],
  ['a page whose meta is null', id, '/meta', null],
  ['a page without pagination', id, '/meta/pagination', absent],
  ['a page whose pagination is null', id, '/meta/pagination', null],
  ['a page whose pagination is an array', id, '/meta/pagination', []],
  ...['total', 'count', 'per_page', 'current_page', 'total_pages'].flatMap((field): Row[] => [
    [`a page without ${field}`, id, `/meta/pagination/${field}`, absent],
    [`a page whose ${field} is null`, id, `/meta/pagination/${field}`, null],
    [`a page whose ${field} is a numeric string`, id, `/meta/pagination/${field}`, '1'],
    [`a page whose ${field} is a fraction`, id, `/meta/pagination/${field}`, 1.5],
  ]),
  ['a page without links', id, '/meta/pagination/links', absent],
  ['a page whose links are null', id, '/meta/pagination/links', null],
  ['a page whose links are an empty array', id, '/meta/pagination/links', []],
  ['a page with a link that is null', id, '/meta/pagination/links', { previous: null }],
  ['a page with a link that is an object', id, '/meta/pagination/links', { next: { href: '/x' } }],
])

const backupCount: readonly Row[] = [
  ['a backup list without backup_count', 'listServerBackups', '/meta/backup_count', absent],
  ['a backup list whose backup_count is null', 'listServerBackups', '/meta/backup_count', null],
  ['a backup list whose backup_count is text', 'listServerBackups', '/meta/backup_count', '3'],
  ['a backup list whose backup_count is a boolean', 'listServerBackups', '/meta/backup_count', true],
]

const notTimestamps: readonly Row[] = [
  ['2026-03-02T14:10:00Z', 'Z'],
  ['2026-03-02T14:10:00.000000Z', 'Z behind a fraction'],
  ['2026-03-02T14:10:00', 'no offset'],
  ['2026-03-02', 'a day alone'],
  ['2026-03-02T14+00:00', 'hours alone'],
  ['20260302T14:10:00+00:00', 'a basic date and an extended time'],
  ['2026-W54-1T14:10:00+00:00', 'a fifty-fourth week'],
  ['2026-W09-8T14:10:00+00:00', 'an eighth day of a week'],
  ['2026-367T14:10:00+00:00', 'a day beyond the year'],
  ['2026-03-02T24:10:00+00:00', 'minutes after the end of a day'],
  ['2026-03-02 14:10:00+00:00', 'a space for the T'],
  ['2026-03-02T14:10:00 +00:00', 'a space before the offset'],
  ['2026-03-02T14:10:00+0:00', 'an offset of one digit'],
  ['2026-03-02T14:10:00UTC', 'a zone by name'],
  ['2026-13-02T14:10:00+00:00', 'a thirteenth month'],
  ['2026-03-32T14:10:00+00:00', 'a thirty-second day'],
  ['2026-02-30T14:10:00+00:00', 'a thirtieth of February'],
  ['2026-04-31T14:10:00+00:00', 'a thirty-first of April'],
  ['2026-02-29T14:10:00+00:00', 'a leap day in a common year'],
  ['1900-02-29T14:10:00+00:00', 'a leap day in 1900'],
  ['2026-03-02T25:10:00+00:00', 'a twenty-fifth hour'],
  ['2026-03-02T14:60:00+00:00', 'a sixtieth minute'],
  ['2026-03-02T14:10:00+00:00 ', 'a space behind'],
  ['Mon, 02 Mar 2026 14:10:00 +0000', 'the writing of e-mail'],
  ['1772460600', 'seconds since 1970'],
  ['', 'nothing'],
].map(([to, what]) => [`a timestamp with ${what}`, 'updateNode', '/attributes/created_at', to as string])

const formats: readonly Row[] = [
  ...[
    'not-a-uuid',
    '8f6e2a14d9b04c37a5e81b740cf92d6e',
    'urn:uuid:8f6e2a14-d9b0-4c37-a5e8-1b740cf92d6e',
    '',
  ].flatMap((to): Row[] => [
    [`the node uuid '${to}'`, 'updateNode', '/attributes/uuid', to],
    [`the egg uuid '${to}'`, 'importEgg', '/attributes/uuid', to],
    [`the server uuid '${to}'`, 'updateServerStartup', '/attributes/uuid', to],
    [`the user uuid '${to}'`, 'createUser', '/attributes/uuid', to],
  ]),
  ...['3aa655', 'green', '#green!', '#12', '#3aa6555', '#', ''].map(
    (to): Row => [`the tag colour '${to}'`, 'syncNodeTags', '/data/0/attributes/color', to],
  ),
  ...['9f2b5c0de4a17736', 'sha256', 'sha256:', ':9f2b5c0de4a17736', 'sha256:not hex', ''].map(
    (to): Row => [`the checksum '${to}'`, 'listServerBackups', '/data/0/attributes/checksum', to],
  ),
  ...['dunnock', '@example.org', 'dunnock@', 'dun nock@example.org', ''].map(
    (to): Row => [`the e-mail address '${to}'`, 'createUser', '/attributes/email', to],
  ),
  ...[
    'https://kestrel.example.org',
    'kestrel.example.org/panel',
    'kestrel example',
    'kestrel:8080',
    '[::1',
    ':',
    ':'.repeat(490_000),
    '1:2:3',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '1:2:3:4::5:6:7:8',
    '12345::',
    '::1.2.3.256',
    '999.1.1.1',
    '1.2.3',
    '192.0.2.044',
    '-kestrel',
    'a..b',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    '',
  ].map((to): Row => [`the fqdn '${to.slice(0, 40)}'`, 'updateNode', '/attributes/fqdn', to]),
  ...[-1, 65536].flatMap((to): Row[] => [
    [`the daemon_listen port ${to}`, 'updateNode', '/attributes/daemon_listen', to],
    [`the daemon_sftp port ${to}`, 'updateNode', '/attributes/daemon_sftp', to],
  ]),
]

const shapes: readonly Row[] = [
  ...rowsOf('updateNode', '/attributes', [
    ['a response of the node update without mounts', '/mounts', absent],
    ['a response of the node update with null for mounts', '/mounts', null],
    ['mounts as an object', '/mounts', { 0: { id: 6 } }],
    ['allocated_resources as an empty object', '/allocated_resources', {}],
  ]),
  ...rowsOf('importEgg', '/attributes', [
    ['docker_images as an empty array', '/docker_images', []],
    ['docker_images as an array of images', '/docker_images', ['java:21']],
  ]),
  ...rowsOf('importEgg', '/attributes/config', [
    ['config.files as an empty array', '/files', []],
    ['config.files as JSON in a string', '/files', '{}'],
    ['a config file without parser', '/files', { f: { find: {} } }],
    ['a config file without find', '/files', { f: { parser: 'file' } }],
    ['a config file whose parser is null', '/files', { f: { parser: null, find: {} } }],
    ['a config file whose find is null', '/files', { f: { parser: 'ini', find: null } }],
    ['a config file whose find is an empty array', '/files/server.properties/find', []],
    ['a find with a number in it', '/files/server.properties/find', { port: 25565 }],
    ['a find with a nested object', '/files/server.properties/find', { a: { b: 'c' } }],
    ['config.startup.done as a string', '/startup/done', 'Done'],
    ['config.startup as an empty array', '/startup', []],
    ['config.logs as an empty array', '/logs', []],
  ]),
  ...rowsOf('importEgg', '/attributes', [['features with null in it', '/features', ['eula', null]]]),
  ...rowsOf('updateServerStartup', '/attributes', [
    ['the environment as an empty array', '/container/environment', []],
    ['the environment with a number in it', '/container/environment', { PORT: 1 }],
    ['the environment with null in it', '/container/environment', { PORT: null }],
    ['installed as a boolean', '/container/installed', true],
    ['threads as a number', '/limits/threads', 2],
    ['user as a resource outside relationships', '/user', nestedUser],
    ['limits as an empty array', '/limits', []],
  ]),
  ...rowsOf('createUser', '/attributes', [['2fa as a number', '/2fa', 0]]),
  ...rowsOf('listHostDatabases', '/data/0/attributes', [['a database whose server is an id', '/server', 12]]),
  ...rowsOf('listServerBackups', '/data/0/attributes', [
    ['ignored_files as one string', '/ignored_files', '*.log'],
  ]),
]

const createdUsers: readonly Row[] = [
  ...rowsOf('createUser', '/attributes', [
    ['a created user with image', '/image', 'https://avatars.example.org/d.png'],
    ['a created user with null for image', '/image', null],
    ['a created user with servers_count', '/servers_count', 0],
    ['a created user with subuser_of_count', '/subuser_of_count', 0],
    ['a created user with a list of servers', '/relationships', { servers: list() }],
    ['a created user with servers cut off', '/relationships', { servers: {} }],
  ]),
]

const relationships: readonly Row[] = [
  ...rowsOf('importEgg', ofOne, [
    ['an imported egg without relationships', '', absent],
    ['an imported egg whose relationships are null', '', null],
    ['an imported egg whose relationships are an empty array', '', []],
    ['an imported egg whose relationships are an empty object', '', {}],
    ['an imported egg without variables', '/variables', absent],
    ['an imported egg without tags', '/tags', absent],
    ['an imported egg without servers', '/servers', absent],
    ['an imported egg whose variables are null', '/variables', null],
    ['an imported egg with one tag where a list is due', '/tags', tag],
    ['an imported egg with a tag of no meta', '/tags/data/0/meta', absent],
    ["an imported egg whose variables are a server's", '/variables', list(serverVariable)],
  ]),
  ...rowsOf('updateServerStartup', ofOne, [
    ['a startup response without relationships', '', absent],
    ['a startup response whose relationships are null', '', null],
  ]),
  ...rowsOf('listServerMounts', ofFirst, [
    ['a mount without relationships', '', absent],
    ['a mount whose relationships are null', '', null],
    ['a mount whose eggs are null', '/eggs', null],
    ['a mount whose eggs are bare ids', '/eggs', [8]],
    ['a mount whose nodes are eggs', '/nodes', list(nestedEgg)],
    ['a mount with one server where a list is due', '/servers', nestedServer],
  ]),
  ...rowsOf('updateNode', ofOne, [
    ['a node whose relationships are text', '', 'location'],
    ['a node whose location is null', '/location', null],
    ['a node whose location is an id', '/location', 2],
    ['a node whose location is bare attributes', '/location', nestedLocation.attributes],
    ['a node whose location is a node', '/location', nestedNode],
    ['a node whose location is a list', '/location', list(nestedLocation)],
    ['a node whose location lacks a field', '/location/attributes/short', absent],
  ]),
  ...rowsOf('updateServerStartup', ofOne, [
    ['a server whose allocation is a list', '/allocation', list(allocation)],
    ['a server whose allocations are one allocation', '/allocations', allocation],
    ['a server whose allocations are bare attributes', '/allocations', [allocation.attributes]],
    ['a server whose allocations are envelopes in no list', '/allocations', [allocation]],
    ['a server whose allocations are data alone', '/allocations', { data: [allocation] }],
    ['a server whose allocations are a list without data', '/allocations', { object: 'list' }],
    [
      'a server whose allocations are a list with null for data',
      '/allocations',
      { object: 'list', data: null },
    ],
    ['a server whose node is a list without data', '/node', { object: 'list' }],
    ['a server whose node is a list with null for data', '/node', { object: 'list', data: null }],
    ['a server whose user is an egg', '/user', nestedEgg],
    ['a server whose egg is a user', '/egg', nestedUser],
    ['a server whose node is a location', '/node', nestedLocation],
    ['a server whose variables are allocations', '/variables', list(allocation)],
    ["a server whose variables are the egg's", '/variables', list(eggVariable)],
    ['a nested node without allocated_resources', '/node/attributes/allocated_resources', absent],
    ['a nested user without language', '/user/attributes/language', absent],
    ['a nested allocation with a port in text', '/allocation/attributes/port', '25565'],
  ]),
  ...rowsOf('listServerMounts', ofFirst, [
    ['a nested egg with Z for an offset', '/eggs/data/0/attributes/updated_at', '2026-03-02T14:10:00Z'],
    ['a nested server without limits', '/servers/data/0/attributes/limits', absent],
  ]),
  ...rowsOf('updateServerStartup', ofOne, [
    ['a resource of the wrong kind two levels down', '/node/attributes/relationships/location', allocation],
  ]),
]

/** Responses that violate the document in one value each. */
export const refused: readonly Row[] = [
  ...envelopes,
  ...pagination,
  ...backupCount,
  ...notTimestamps,
  ...formats,
  ...shapes,
  ...createdUsers,
  ...relationships,
]
