import * as Type from '@sinclair/typebox'
import { mapValues, without } from '../contract/objects.ts'
import { operations } from '../contract/operations.ts'
import { stringOrNull } from '../contract/schemas/data.ts'
import { host } from '../contract/schemas/primitives.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { decidedBy, requiring } from '../http/bodies/fields.ts'
import { resourceOf } from '../resources/resource.ts'
import { depthOf } from '../resources/view.ts'
import { type NodeRow, usualBase } from '../store/rows.ts'
import { referenced } from './call.ts'
import { endpoint } from './endpoint.ts'

const size = (least: number) =>
  Type.Integer({ minimum: least, maximum: Number.MAX_SAFE_INTEGER, panelRules: { type: ['numeric'] } })
const port = (least: number) =>
  Type.Integer({
    minimum: least,
    maximum: 65_535,
    panelRules: { type: ['numeric'], minimum: ['between'], maximum: ['between'] },
  })

const schemes = ['http', 'https']

/** In the order in which the real panel names the fields in errors. */
const fields = {
  name: Type.String({ minLength: 1, maxLength: 191 }),
  description: stringOrNull(),
  location_id: Type.Integer(),
  public: Type.Boolean(),
  fqdn: host(),
  scheme: Type.Unsafe<string>(Type.String({ enum: schemes })),
  behind_proxy: Type.Boolean(),
  memory: size(1),
  memory_overallocate: size(-1),
  disk: size(1),
  disk_overallocate: size(-1),
  upload_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  daemon_base: Type.String({ pattern: '^/[\\w./-]*$', says: 'an absolute path' }),
  daemon_listen: port(1),
  daemon_sftp: port(1),
  maintenance_mode: Type.Boolean(),
}

/** The fields that the document does not name for the operation. */
const beyondFourteen = ['public', 'daemon_base'] as const

const anySize = size(Number.MIN_SAFE_INTEGER)
const anyScheme = Type.Unsafe<string>(Type.String({ minLength: 1, maxLength: 191 }))

const whereRangesAreOpen = {
  memory: anySize,
  memory_overallocate: anySize,
  disk: anySize,
  disk_overallocate: anySize,
  upload_size: anySize,
  daemon_listen: port(0),
  daemon_sftp: port(0),
}

const plainNames = {
  name: Type.String({ pattern: '^[\\w .-]{1,100}$', says: '1 to 100 letters, digits, spaces and `_.-`' }),
}

function fieldsFor(gap: ReadGap): typeof fields {
  const all = {
    ...fields,
    ...(gap('node.names') === 'plain' && plainNames),
    ...(gap('node.ranges') === 'accept' && whereRangesAreOpen),
    ...(gap('node.scheme') === 'any' && { scheme: anyScheme }),
  }
  // The fields are optional, so the type is the same with and without the ignored ones.
  return gap('node.beyond-fourteen') === 'ignore' ? (without(all, ...beyondFourteen) as typeof fields) : all
}

/** The fields that stay optional where `node.partial` requires most fields. */
const alwaysOptional = ['description', 'behind_proxy', 'maintenance_mode', 'upload_size']

const isRequired = (gap: ReadGap) => (field: string) => {
  const partial = gap('node.partial')
  if (beyondFourteen.some((each) => each === field)) return false
  return partial === 'require' || (partial === 'require-ten' && !alwaysOptional.includes(field))
}

const bodySchema = (gap: ReadGap) => requiring(fieldsFor(gap), isRequired(gap))

/** Updates the details of a node. Section 4.1. */
export const updateNode = endpoint(operations.updateNode, {
  bodySchema,
  decidedBy: {
    ...decidedBy(
      'node.ranges',
      mapValues(whereRangesAreOpen, (_, field) => fields[field]),
    ),
    ...decidedBy('node.scheme', { scheme: fields.scheme }),
    ...decidedBy('node.names', plainNames),
  },
  handle({ world, view, body, now }, node: NodeRow) {
    const { nodes, locations } = world.tables
    referenced(view.gap, locations, 'location_id', body.location_id)
    const reset = view.gap('node.beyond-fourteen') === 'take-and-reset' ? { daemon_base: usualBase } : {}
    const updated = nodes.replace({ ...node, ...reset, ...body, updated_at: now })
    return resourceOf('node', 'top')(view, updated, depthOf(view))
  },
})
