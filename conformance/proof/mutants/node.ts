import {
  answered,
  asked,
  attributesOf,
  everyResource,
  oneBehind,
  refusedWhen,
  relationshipsOf,
  rerouted,
} from '../changes.ts'
import { type Bag, bodyOf, isBag, isGranted, type MakeLayer, withBody } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Fields that a node update can carry, read from section 4.1 by hand. */
const sent = [
  'name',
  'description',
  'location_id',
  'fqdn',
  'scheme',
  'behind_proxy',
  'maintenance_mode',
  'memory',
  'memory_overallocate',
  'disk',
  'disk_overallocate',
  'upload_size',
  'daemon_sftp',
  'daemon_listen',
] as const

const kebab = (field: string): string => field.replaceAll('_', '-')

/** Another value of the same type, such as the kit may send again. */
const other = (field: string, value: unknown): unknown => {
  if (field === 'fqdn') return `other.${value}`
  if (field === 'scheme') return value === 'https' ? 'http' : 'https'
  return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value} (old)`
}

/** Changes the fields of the answer to a node update. */
const answeredNode =
  (change: (attributes: Bag) => void): MakeLayer =>
  () =>
    answered('updateNode', (json) => change(attributesOf(json)))

export const node: readonly Mutant[] = [
  ...sent.flatMap((field): Mutant[] => {
    const base = { breaks: [`4.1#updates-${field}`], caughtBy: `4.1/updates-${kebab(field)}`, shows: field }
    return [
      {
        ...base,
        name: `node: answered with another ${field}`,
        make: answeredNode((attributes) => {
          attributes[field] = other(field, attributes[field])
        }),
      },
      {
        ...base,
        name: `node: answered without the ${field} that was sent`,
        make: answeredNode((attributes) => {
          delete attributes[field]
        }),
      },
    ]
  }),
  ...(['name', 'description', 'behind_proxy', 'memory', 'disk', 'upload_size'] as const).map(
    (field): Mutant => ({
      name: `node: ${field} of an update is dropped`,
      breaks: [`4.1#updates-${field}`],
      caughtBy: `4.1/updates-${kebab(field)}`,
      shows: field,
      make: () => {
        let first: unknown
        // The first value stays for ever, as on a server that forgot to write the column.
        return asked('updateNode', (body) => {
          first ??= body[field]
          return { ...body, [field]: first }
        })
      },
    }),
  ),
  {
    name: 'node: the answer shows the node as it was before',
    breaks: ['4.1#updates-name'],
    caughtBy: '4.1/updates-name',
    make: () => oneBehind('updateNode'),
  },
  {
    name: 'node: memory is answered in other units',
    breaks: ['4.1#updates-memory'],
    caughtBy: '4.1/updates-memory',
    shows: 'memory',
    make: answeredNode((attributes) => {
      attributes['memory'] = Number(attributes['memory']) * 1024 * 1024
    }),
  },
  {
    name: 'node: maintenance never ends',
    breaks: ['4.1#updates-maintenance_mode'],
    caughtBy: '4.1/updates-maintenance-mode',
    shows: 'maintenance_mode',
    make: answeredNode((attributes) => {
      attributes['maintenance_mode'] = true
    }),
  },
  {
    name: 'node: the host name is made lower case and dotted',
    breaks: ['4.1#updates-fqdn'],
    caughtBy: '4.1/updates-fqdn',
    shows: 'fqdn',
    make: answeredNode((attributes) => {
      attributes['fqdn'] = `${String(attributes['fqdn']).toLowerCase()}.`
    }),
  },
  {
    name: 'node: a node can be updated once only',
    breaks: ['4.1#answer'],
    caughtBy: '4.1/answer',
    make: () => refusedWhen('updateNode', (_, times) => times > 2),
  },
  {
    name: 'node: a node is not let out of maintenance',
    breaks: ['4.1#answer'],
    caughtBy: '4.1/answer',
    make: () => refusedWhen('updateNode', (ask) => bodyOf(ask)['maintenance_mode'] === false, 409),
  },
  {
    name: 'node: another node is answered',
    breaks: ['4.1#route'],
    caughtBy: '4.1/same-node',
    make: answeredNode((attributes) => {
      attributes['id'] = Number(attributes['id']) + 1
    }),
  },
  {
    name: 'node: another node is updated than the one in the path',
    breaks: ['4.1#route'],
    caughtBy: '4.1/same-node',
    make: () =>
      rerouted('updateNode', (path) =>
        path.replace(/nodes\/(\d+)/, (_, id) => `nodes/${id === '1' ? '2' : '1'}`),
      ),
  },
  {
    name: 'node: the answer lacks mounts',
    breaks: ['4.1#mounts', '2.2#mounts'],
    caughtBy: '4.1/mounts',
    make: answeredNode((attributes) => {
      delete attributes['mounts']
    }),
  },
  {
    name: 'node: mounts stand under relationships',
    breaks: ['4.1#mounts', '2.2#mounts'],
    caughtBy: '4.1/mounts',
    make: answeredNode((attributes) => {
      attributes['relationships'] = { ...relationshipsOf(attributes), mounts: {} }
      delete attributes['mounts']
    }),
  },
  {
    name: 'node: the answer lacks allocated_resources',
    breaks: ['4.1#allocated-resources', '2.2#allocated_resources'],
    caughtBy: '4.1/allocated-resources',
    make: answeredNode((attributes) => {
      delete attributes['allocated_resources']
    }),
  },
  ...(
    [
      ['id', (value) => Number(value) + 1],
      ['uuid', (value) => String(value).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      ['public', (value) => !value],
      ['created_at', () => '2026-01-01T00:00:00+00:00'],
    ] as const satisfies readonly (readonly [string, (value: unknown) => unknown])[]
  ).map(
    ([field, change]): Mutant => ({
      name: `node: an update changes ${field}`,
      breaks: ['4.1#identity'],
      caughtBy: '4.1/identity',
      shows: field,
      make: () => {
        let updates = 0
        return everyResource(
          'node',
          (attributes) => {
            updates += 1
            // The kit's first update only looks; the second and third are compared.
            if (updates > 2) attributes[field] = change(attributes[field])
          },
          { place: 'top', on: 'updateNode' },
        )
      },
    }),
  ),
  {
    name: 'node: the node is made anew by every update',
    breaks: ['4.1#identity'],
    caughtBy: '4.1/identity',
    shows: 'created_at',
    make: () => {
      let updates = 0
      return answered('updateNode', (json) => {
        updates += 1
        attributesOf(json)['created_at'] = `2026-01-01T00:00:${String(updates).padStart(2, '0')}+00:00`
      })
    },
  },
  {
    name: 'node: an update is echoed, not kept',
    breaks: ['4.1#persists'],
    caughtBy: '4.1/persists',
    shows: 'name',
    make: () => echoOfName,
  },
  {
    name: 'node: other operations show the node from a stale cache',
    breaks: ['4.1#persists'],
    caughtBy: '4.1/persists',
    shows: 'name',
    make: () =>
      everyResource(
        'node',
        (attributes) => {
          attributes['name'] = 'as it was yesterday'
        },
        { place: 'nested' },
      ),
  },
]

/** Keeps the first name for ever and answers with the new one. */
const echoOfName: ReturnType<MakeLayer> = async (ask, next) => {
  if (ask.operation !== 'updateNode') return next(ask)
  const body = bodyOf(ask)
  const answer = await next(withBody(ask, { ...body, name: 'the name it always had' }))
  if (isGranted(answer) && isBag(answer.json)) attributesOf(answer.json)['name'] = body['name']
  return answer
}
