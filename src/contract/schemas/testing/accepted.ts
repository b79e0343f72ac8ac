import { idsWithBody, type OperationIdWithBody, operations } from '../../operations.ts'
import { absent } from './edit.ts'
import { nestedNode } from './examples/cut-off.ts'
import { egg } from './examples/egg.ts'
import { location } from './examples/location.ts'
import { server } from './examples/server.ts'
import { serverVariable } from './examples/server-variable.ts'
import { tag } from './examples/tag.ts'
import { user } from './examples/user.ts'
import { list, ofFirst, ofOne, type Row, rowsOf } from './rows.ts'

const nodeWithMounts = { ...nestedNode, attributes: { ...nestedNode.attributes, mounts: [{ id: 6 }] } }

/** The names that section 2 has in `relationships`, with their JSON pointers. */
const named: readonly [id: OperationIdWithBody, place: string, names: readonly string[]][] = [
  ['updateNode', ofOne, ['location']],
  ['listServerMounts', ofFirst, ['eggs', 'nodes', 'servers']],
  ['updateServerStartup', ofOne, ['allocation', 'allocations', 'user', 'egg', 'variables', 'node']],
]

const cutOff = (id: OperationIdWithBody, place: string, name: string): Row[] => [
  [`${name} cut off to an empty object`, id, `${place}/${name}`, {}],
  [`${name} cut off to an empty array`, id, `${place}/${name}`, []],
  [`${name} cut off to an empty list`, id, `${place}/${name}`, list()],
]

const relationships: readonly Row[] = [
  ...named.flatMap(([id, place, names]): Row[] => [
    ['relationships as an empty array', id, place, []],
    ['relationships as an empty object', id, place, {}],
    ...names.map((name): Row => [`no ${name}`, id, `${place}/${name}`, absent]),
    ...names.flatMap((name) => cutOff(id, place, name)),
  ]),
  ...['variables', 'tags', 'servers'].flatMap((name) => cutOff('importEgg', ofOne, name)),
  ['no relationships', 'updateNode', ofOne, absent],
  ['relationships as an empty array', 'createUser', ofOne, []],
  ['relationships as an empty object', 'createUser', ofOne, {}],
  ['relationships that the document does not know', 'createUser', ofOne, { roles: list() }],
  ['several tags', 'importEgg', `${ofOne}/tags`, list(tag, tag, tag)],
  ...rowsOf('updateServerStartup', ofOne, [
    ['a nested node that has no relationships', '/node/attributes/relationships', absent],
    ['a nested egg that has no relationships', '/egg/attributes/relationships', absent],
    ['a nested user that has no relationships', '/user/attributes/relationships', absent],
    ['a nested egg whose relationships are empty', '/egg/attributes/relationships', {}],
    ['a nested egg whose relationships are an array', '/egg/attributes/relationships', []],
    ['a nested node with mounts', '/node', nodeWithMounts],
    ['a nested node without mounts', '/node', nestedNode],
    ['a nested user with servers', '/user', user],
    ['a nested egg with everything', '/egg', egg],
    ['a nested list with meta', '/variables', { object: 'list', data: [serverVariable], meta: { page: 1 } }],
  ]),
  ...rowsOf('updateNode', ofOne, [
    ['a nested location that has no relationships', '/location/attributes/relationships', absent],
    ['a nested location with nodes', '/location', location],
  ]),
  ...rowsOf('importEgg', ofOne, [
    ['a nested server that has no relationships', '/servers/data/0/attributes/relationships', absent],
  ]),
  ...rowsOf('listServerMounts', ofFirst, [['a nested server with everything', '/servers', list(server)]]),
]

const timestamps: readonly Row[] = [
  ['2026-03-02T14:10:00+00:00', 'UTC as an offset'],
  ['2026-03-02T14:10:00-00:00', 'an unknown offset'],
  ['2026-03-02T19:40:00+0530', 'an offset without a colon'],
  ['2026-03-02T19:10:00+05', 'an offset in hours'],
  ['2026-03-02T19:55:00+05:45', 'an offset of quarter hours'],
  ['2026-03-02T04:10:00-10:00', 'an offset to the west'],
  ['2026-03-03T04:10:00+14:00', 'an offset of fourteen hours'],
  ['2026-03-02T14:10:00.5+00:00', 'a tenth of a second'],
  ['2026-03-02T14:10:00.123456789+00:00', 'a fraction of nine digits'],
  ['2026-03-02T14:10:00,5+00:00', 'a fraction behind a comma'],
  ['2016-12-31T23:59:60+00:00', 'a leap second'],
  ['2026-03-02T14:10+00:00', 'no seconds'],
  ['2026-03-02T14:10,5+00:00', 'a fraction of a minute'],
  ['20260302T141000+0000', 'the basic form'],
  ['20260302T1410+02', 'the basic form without seconds'],
  ['2026-061T14:10:00+00:00', 'the day of the year'],
  ['2026061T141000+0000', 'the day of the year in the basic form'],
  ['2026-W10-1T14:10:00+00:00', 'a week date'],
  ['2026W101T141000+0000', 'a week date in the basic form'],
  ['2026-03-02T24:00:00+00:00', 'the end of a day'],
  ['2024-02-29T00:00:00+00:00', 'a leap day'],
  ['2000-02-29T00:00:00+00:00', 'a leap day in 2000'],
].map(([to, what]) => [`a timestamp with ${what}`, 'updateNode', '/attributes/created_at', to as string])

const values: readonly Row[] = [
  ['a UUID in capitals', 'updateNode', '/attributes/uuid', '8F6E2A14-D9B0-4C37-A5E8-1B740CF92D6E'],
  ['a UUID of no version', 'importEgg', '/attributes/uuid', '00000000-0000-0000-0000-000000000000'],
  ['a UUID of version 7', 'createUser', '/attributes/uuid', '0195a0c4-6e11-7f3a-9d52-3b8f0c47a1e6'],
  ['the mount uuid not-a-uuid', 'listServerMounts', '/data/0/attributes/uuid', 'not-a-uuid'],
  ['the backup uuid not-a-uuid', 'listServerBackups', '/data/0/attributes/uuid', 'not-a-uuid'],
  ['the scheme ftp', 'updateNode', '/attributes/scheme', 'ftp'],
  ...[
    ['a single label', 'localhost'],
    ['digits and hyphens', 'n-01.eu-2.example.org'],
    ['capitals', 'Kestrel.Example.ORG'],
    ['a dot at the end', 'kestrel.example.org.'],
    ['punycode', 'xn--nstbox-bua.example'],
    ['umlauts', 'nästbox.example'],
    ['Japanese', '巣箱.例え'],
    ['Devanagari vowel signs', 'हिन्दी.example'],
    ['a Catalan middle dot', 'paral·lel.example'],
    ['the longest label', `${'a'.repeat(63)}.example`],
    ['the longest name', `${'a.'.repeat(126)}b`],
    ['numbers in front', '10.20.example'],
    ['IPv4', '192.0.2.44'],
    ['IPv6', '2001:db8::2:1'],
    ['IPv6 in full', '2001:0db8:0000:0000:0000:ff00:0042:8329'],
    ['IPv6 with capitals and the end left out', '2001:DB8::'],
    ['all of IPv6 left out', '::'],
    ['one group of IPv6 left out', '1:2:3::5:6:7:8'],
    ['IPv6 loopback', '::1'],
    ['IPv4 in IPv6', '::ffff:192.0.2.44'],
    ['IPv4 in all of IPv6', '1:2:3:4:5:6:192.0.2.44'],
  ].map(([what, to]): Row => [`an fqdn with ${what}`, 'updateNode', '/attributes/fqdn', to as string]),
  ['negative memory', 'updateNode', '/attributes/memory', -1],
  ['an integer beyond 32 bits', 'listServerBackups', '/data/0/attributes/bytes', 5_497_558_138_880],
  ['an empty name', 'updateNode', '/attributes/name', ''],
  ['a short colour', 'syncNodeTags', '/data/0/attributes/color', '#3A6'],
  ['a colour in capitals', 'syncNodeTags', '/data/0/attributes/color', '#3AA655'],
  ['a checksum in capitals', 'listServerBackups', '/data/0/attributes/checksum', 'sha1:DA39A3EE'],
  ['a checksum of another algorithm', 'listServerBackups', '/data/0/attributes/checksum', 'blake2b-256:0f'],
  ['an e-mail address without a dot', 'createUser', '/attributes/email', 'root@localhost'],
  ['an e-mail address in Greek', 'createUser', '/attributes/email', 'πουλί@παράδειγμα.example'],
  ['meta.resource from the root', 'createUser', '/meta/resource', '/api/application/users/23'],
  ['meta.resource where none is stated', 'updateNode', '/meta', { resource: 'http://[::1]:4141/api/x' }],
  ['meta that is empty where none is stated', 'updateNode', '/meta', {}],
  ['mounts that are empty', 'updateNode', '/attributes/mounts', []],
  ['mounts of any elements', 'updateNode', '/attributes/mounts', [6, 'six', null, { id: 6 }]],
  ['a node with servers_count', 'updateNode', '/attributes/servers_count', 14],
  ['docker_images that are empty', 'importEgg', '/attributes/docker_images', {}],
  ['config.files that are empty', 'importEgg', '/attributes/config/files', {}],
  ['a find that is empty', 'importEgg', '/attributes/config/files/server.properties/find', {}],
  ['features that are empty', 'importEgg', '/attributes/features', []],
  ['done that is empty', 'importEgg', '/attributes/config/startup/done', []],
  ['an environment that is empty', 'updateServerStartup', '/attributes/container/environment', {}],
  ['an unheard-of status', 'updateServerStartup', '/attributes/status', 'moulting'],
  ['installed of two', 'updateServerStartup', '/attributes/container/installed', 2],
  ['ignored_files that are empty', 'listServerBackups', '/data/0/attributes/ignored_files', []],
  ['links that are empty', 'listServerBackups', '/meta/pagination/links', {}],
  ['links of any names', 'listHostDatabases', '/meta/pagination/links', { first: '?page=1', elsewhere: '' }],
  ['no pages at all', 'listHostDatabases', '/meta/pagination/total_pages', 0],
  ['meta on a plain list', 'syncNodeTags', '/meta', { note: 'all of them' }],
  ['backup_count on the database list', 'listHostDatabases', '/meta/backup_count', 'none'],
  ...idsWithBody
    .filter((id) => operations[id].response.envelope !== 'single')
    .map((id): Row => ['a list of nothing', id, '/data', []]),
]

/** Responses that differ from the example in one value and conform to the document. */
export const accepted: readonly Row[] = [...relationships, ...timestamps, ...values]
