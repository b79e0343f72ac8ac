import { nodeFields } from '../judge/body-fields.ts'
import { plainly, type Scene } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { nestedLater } from '../judge/not-shown.ts'
import {
  movedBody,
  movedNode,
  nodeBody,
  nodeFieldsAlone,
  nodeUpdates,
  nodeVariety,
  otherNodeUpdate,
} from '../judge/operations/update-node.ts'
import { partsOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import type { RequestParts } from '../judge/session.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import { type CheckRow, failureIfDifferent, needsResource } from './check.ts'
import { echoCheck } from './echo.ts'
import { othersUnchanged, sameCheck } from './identity-checks.ts'
import { placeCheck } from './place-checks.ts'

/** Updates the node with each token that must be accepted, with values of its own, and reads them back. */
const byEachToken: Scene = async (fixtures) => {
  const { session } = fixtures
  for (const [at, credential] of (['application', 'rootClient'] as const).entries()) {
    if (!session.has(credential)) continue
    const send = ({ fields, ...parts }: RequestParts) => {
      const { mark } = session
      const own = { name: `${mark} k${at}`, description: `${mark} sent with the token ${credential}` }
      return fixtures.write('updateNode', { ...parts, credential, fields: { ...fields, ...own } })
    }
    const moved = await send(await movedBody(fixtures, 3 + at))
    if (mayBeTheBody(moved)) await send(await fixtures.play(nodeBody))
  }
}

export const updateNode: readonly CheckRow[] = [
  ...nodeFields.map((field) =>
    echoCheck({
      id: `4.1/updates-${field.replaceAll('_', '-')}`,
      clauses: [`4.1#updates-${field}`],
      title: `an update that sends \`${field}\` is answered with it`,
      // The run never knows another valid value of this field.
      ...(field === 'fqdn' && {
        ignored: `a change of \`${field}\`: the run sends what the node has already, as another value could cut it off`,
      }),
      operation: 'updateNode',
      field,
      scenes: [nodeUpdates, nodeVariety, field === 'location_id' ? movedNode : nodeFieldsAlone],
    }),
  ),
  sameCheck('updateNode', ['4.1#route']),
  ...(['mounts', 'allocated_resources'] as const).map((field) =>
    placeCheck({
      id: `4.1/${field.replaceAll('_', '-')}`,
      title: `each response of the node update includes \`${field}\``,
      ignored: field === 'mounts' ? 'the shape of a mount in `mounts`, which the document omits' : 'the sums',
      on: 'updateNode',
      pointer: `/attributes/${field}`,
      fits: (value) => value !== undefined && value !== null,
      message: `The response lacks \`${field}\`.`,
      expected: field === 'mounts' ? 'an array' : 'an object with memory and disk',
    }),
  ),
  {
    id: '4.1/identity',
    title: 'an update changes neither `uuid` nor `public` or `created_at`',
    needs: [plainly.updateNode],
    scenes: [nodeUpdates, byEachToken, otherNodeUpdate],
  },
  {
    id: '4.1/persists',
    title: 'the fields of a node that were sent have the same values in later responses of other operations',
    needs: [plainly.updateNode, byEachToken],
    scenes: [nodeVariety, nodeFieldsAlone],
    judge: nestedLater('node'),
  },
  othersUnchanged('updateNode', nodeUpdates, byEachToken),
  {
    id: '4.1/other-node',
    clauses: ['4.1#path'],
    title: 'an update of another node changes that one and not this',
    notSelected: needsResource('otherNode'),
    needs: [plainly.updateNode, otherNodeUpdate],
    judge(evidence) {
      const exchange = evidence.result(otherNodeUpdate)
      if (!exchange) return undefined
      if (!wasGranted(exchange)) return { skip: doesNotSuit(evidence, exchange) }
      const { attributes } = partsOf(exchange)
      const { otherNode } = evidence.target.resources
      const message = 'An update of another node is answered with a node that was not in the path.'
      return failureIfDifferent(exchange, '/attributes/id', otherNode, attributes['id'], message)
    },
  },
]
