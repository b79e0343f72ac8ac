import { nodeFields } from '../judge/body-fields.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import {
  movedBody,
  movedNode,
  nodeBody,
  nodeFieldsAlone,
  nodeUpdates,
  nodeVariety,
  otherNodeUpdate,
} from '../judge/operations/update-node.ts'
import type { Failure } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import { ruleCheck } from '../judge/rule.ts'
import type { RequestParts } from '../judge/session.ts'
import { walk } from '../judge/walk.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import { type CheckRow, differs, inJson, needsResource } from './check.ts'
import { echoCheck } from './echo.ts'
import { sameCheck } from './identity-checks.ts'
import { logCheck } from './log-check.ts'
import { othersUnchanged } from './others-unchanged.ts'
import { pathCheck } from './path-check.ts'

const on = ['updateNode'] as const

/** Fields for which the run never knows another valid value. */
const unmoved: readonly string[] = ['fqdn']

export const updateNode: readonly CheckRow[] = [
  ...nodeFields.map((field) =>
    echoCheck({
      id: `4.1/updates-${field.replaceAll('_', '-')}`,
      clauses: [`4.1#updates-${field}`],
      title: `an update that sends \`${field}\` is answered with it`,
      ...(unmoved.includes(field) && {
        ignored: `a change of \`${field}\`: the run sends what the node has already, as another value could cut it off`,
      }),
      operation: 'updateNode',
      field,
      at: field,
      read: ({ attributes }) => attributes[field],
      fixtures: [nodeUpdates, nodeVariety, field === 'location_id' ? movedNode : nodeFieldsAlone],
    }),
  ),
  sameCheck('updateNode', ['4.1#route']),
  ...(['mounts', 'allocated_resources'] as const).map((field) =>
    ruleCheck({
      id: `4.1/${field.replaceAll('_', '-')}`,
      clauses: [`4.1#${field.replaceAll('_', '-')}`],
      title: `each response of the node update includes \`${field}\``,
      ignored: field === 'mounts' ? 'the shape of a mount in `mounts`, which the document omits' : 'the sums',
      on,
      *judge({ exchange, attributes }): Iterable<Failure> {
        if (attributes[field] !== undefined && attributes[field] !== null) return
        const expected = field === 'mounts' ? 'an array' : 'an object with memory and disk'
        const pointer = `/attributes/${field}`
        yield { message: `The response lacks \`${field}\`.`, expected, actual: 'nothing', pointer, exchange }
      },
    }),
  ),
  logCheck({
    id: '4.1/identity',
    clauses: ['4.1#identity'],
    title: 'an update changes neither `uuid` nor `public` or `created_at`',
    on: 'updateNode',
    scenes: [nodeUpdates, byEachToken],
  }),
  logCheck({
    id: '4.1/persists',
    clauses: ['4.1#persists'],
    title: 'the fields of a node that were sent have the same values in later responses of other operations',
    on: 'updateNode',
    shown: 'node',
    opening: byEachToken,
    scenes: [nodeVariety, nodeFieldsAlone],
  }),
  pathCheck('updateNode', 'another id is not answered with this node'),
  othersUnchanged({
    operation: 'updateNode',
    kind: 'node',
    scenes: [nodeUpdates, byEachToken],
  }),
  {
    id: '4.1/other-node',
    clauses: ['4.1#path'],
    title: 'an update of another node changes that one and not this',
    notSelected: needsResource('otherNode'),
    async run(fixtures) {
      const { session } = fixtures
      fixtures.granted(await fixtures.plain('updateNode'))
      const { exchange, shown } = await otherNodeUpdate(fixtures)
      if (!wasGranted(exchange)) return { skip: doesNotSuit(fixtures, exchange) }
      const named = session.resource('otherNode')
      const { attributes, sent } = fixtures.granted(exchange)
      const message = 'An update of another node is answered with a node that was not in the path.'
      const failure = differs(exchange, '/attributes/id', named, attributes['id'], message)
      if (failure) return failure
      const isOwn = (id: unknown) => id === session.resource('node')
      const node = walk(shown).found.find(({ kind, attributes: { id } }) => kind === 'node' && isOwn(id))
      if (!node || node.attributes['name'] !== sent['name']) return undefined
      return {
        message: 'An update of another node changed this one.',
        expected: 'the name that it had',
        actual: inJson(node.attributes['name']),
        pointer: `${node.pointer}/attributes/name`,
        exchange: shown,
        after: exchange,
      }
    },
  },
]

/** Updates the node with each token that must be accepted, with values of its own, and looks for them. */
function byEachToken(fixtures: Fixtures): Promise<void> {
  return fixtures.session.once('node by each token', async () => {
    const { session } = fixtures
    for (const [at, credential] of (['application', 'rootClient'] as const).entries()) {
      if (!session.has(credential)) continue
      const send = ({ fields, ...parts }: RequestParts) => {
        const own = { name: `${session.mark} k${at}`, description: `sent with the token ${credential}` }
        return fixtures.write('updateNode', { ...parts, credential, fields: { ...fields, ...own } })
      }
      const moved = await send(await movedBody(fixtures, 3 + at))
      if (mayBeTheBody(moved)) await send(await nodeBody(fixtures))
    }
  })
}
