import { Type } from '@sinclair/typebox'
import { operations } from '../contract/operations.ts'
import { host } from '../contract/schemas/primitives.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { broken, requiring } from '../http/bodies/fields.ts'
import { invalid } from '../http/errors.ts'
import { updatedNodeResource } from '../resources/node.ts'
import { jsonEndpoint } from './endpoint.ts'
import { byId } from './lookup.ts'

const size = (least: number) => Type.Integer({ minimum: least, maximum: Number.MAX_SAFE_INTEGER })
const port = () => Type.Integer({ minimum: 1, maximum: 65_535 })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 191 }),
  description: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  location_id: Type.Integer(),
  fqdn: host(),
  scheme: Type.Unsafe<string>(Type.String({ enum: ['http', 'https'] })),
  behind_proxy: Type.Boolean(),
  maintenance_mode: Type.Boolean(),
  memory: size(1),
  memory_overallocate: size(-1),
  disk: size(1),
  disk_overallocate: size(-1),
  upload_size: size(1),
  daemon_sftp: port(),
  daemon_listen: port(),
}

const anySize = size(Number.MIN_SAFE_INTEGER)
const anyScheme = Type.Unsafe<string>(Type.String({ minLength: 1, maxLength: 191 }))

const whereRangesAreOpen = {
  memory: anySize,
  memory_overallocate: anySize,
  disk: anySize,
  disk_overallocate: anySize,
  upload_size: anySize,
}

const fieldsFor = (gap: ReadGap): typeof fields => ({
  ...fields,
  ...(gap('node.ranges') === 'accept' && whereRangesAreOpen),
  ...(gap('node.scheme') === 'any' && { scheme: anyScheme }),
})

/** The fields that stay optional where `node.partial` requires most fields. */
const alwaysOptional = ['description', 'behind_proxy', 'maintenance_mode', 'upload_size']

const isRequired = (gap: ReadGap) => (field: string) => {
  const partial = gap('node.partial')
  return partial === 'require' || (partial === 'require-ten' && !alwaysOptional.includes(field))
}

/** Section 4.1 */
export const updateNode = jsonEndpoint(operations.updateNode, {
  body: (gap) => requiring(fieldsFor(gap), isRequired(gap)),
  decidedBy: {
    ...Object.fromEntries(Object.keys(whereRangesAreOpen).map((field) => [field, 'node.ranges'] as const)),
    scheme: 'node.scheme',
  },
  handle({ world, view, params, body, now }) {
    const { nodes, locations } = world.tables
    const node = byId('node', nodes, params['node'])
    if (body.location_id !== undefined && !locations.get(body.location_id)) {
      throw invalid(broken('location_id', 'exists', 'be the id of a location'))
    }
    return updatedNodeResource(view, nodes.replace({ ...node, ...body, updated_at: now }))
  },
})
