import type { Exchange } from '../client/client.ts'
import type { TokenName } from '../client/credentials.ts'
import { namedIn } from '../client/request-path.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import {
  duringMaintenance,
  movedBody,
  movedNode,
  nodeBody,
  nodeFields,
  nodeFieldsAlone,
  nodeUpdates,
  nodeVariety,
} from '../judge/operations/update-node.ts'
import { sendStartup } from '../judge/operations/update-server-startup.ts'
import { type Failure, Unjudged, Unseen } from '../judge/outcome.ts'
import { type Attributes, nestedNodes } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { ruleCheck, summed } from '../judge/rule.ts'
import { isSame } from '../judge/same.ts'
import { unknownId } from '../judge/sent-values.ts'
import { type RequestParts, sentFields, settle } from '../judge/session.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import { type Check, differs, inJson, needsResource } from './check.ts'
import { echoCheck } from './echo.ts'
import { otherMark, othersUnchanged } from './others-unchanged.ts'

const on = ['updateNode'] as const

/** Fields for which the run never knows another valid value. */
const unmoved: readonly string[] = ['fqdn']

/** Fields that the request body does not have. */
const untouched = ['uuid', 'public', 'created_at'] as const

export const updateNode: readonly Check[] = [
  ...nodeFields.map((field) =>
    echoCheck({
      id: `4.1/updates-${field.replaceAll('_', '-')}`,
      section: '4.1',
      clauses: [`4.1#updates-${field}`],
      level: 'stated',
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
  ruleCheck({
    id: '4.1/same-node',
    section: '4.1',
    clauses: ['4.1#route'],
    level: 'stated',
    title: 'the node in the path is the node in the response',
    on,
    *judge({ exchange, attributes }): Iterable<Failure> {
      const named = namedIn(exchange.ask.path, 'nodes')
      const message = 'The response is another node than the one in the path.'
      const failure = differs(exchange, '/attributes/id', named, attributes['id'], message)
      if (failure) yield failure
    },
  }),
  ...(['mounts', 'allocated_resources'] as const).map((field) =>
    ruleCheck({
      id: `4.1/${field.replaceAll('_', '-')}`,
      section: '4.1',
      clauses: [`4.1#${field.replaceAll('_', '-')}`],
      level: 'stated',
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
  {
    id: '4.1/identity',
    section: '4.1',
    clauses: ['4.1#identity'],
    level: 'inferred',
    title: 'an update changes neither `uuid` nor `public` or `created_at`',
    phase: 'after',
    async run(fixtures) {
      await nodeUpdates(fixtures)
      const { session } = fixtures
      const named = session.resource('node')
      if (session.has('rootClient'))
        await session.send('updateNode', { ...(await nodeBody(fixtures)), credential: 'rootClient' })
      const updates = fixtures.session
        .granted(...on)
        .map((exchange) => fixtures.granted(exchange))
        .filter(({ attributes }) => attributes['id'] === named)
      const [first, ...others] = updates
      if (!first) throw new Unseen('no update of the node was granted')
      return summed(
        others.flatMap(({ exchange, attributes }) =>
          untouched.flatMap((field) => {
            const message = `An update changed \`${field}\`, which the request cannot carry.`
            const failure = differs(
              exchange,
              `/attributes/${field}`,
              first.attributes[field],
              attributes[field],
              message,
            )
            return failure ? [failure] : []
          }),
        ),
        updates.length,
      )
    },
  },
  {
    id: '4.1/persists',
    section: '4.1',
    clauses: ['4.1#persists'],
    level: 'inferred',
    title: 'the fields of a node that were sent have the same values in later responses of other operations',
    async run(fixtures) {
      await nodeVariety(fixtures).catch(() => undefined)
      fixtures.granted(await fixtures.plain('updateNode'))
      for (const token of ['application', 'rootClient'] as const) {
        if (!fixtures.session.has(token)) continue
        const first = await lostFields(fixtures, 3, token)
        if (first.length === 0) continue
        // Another client may have changed the node, so that only a second loss of the same field is a failure.
        const again = await lostFields(fixtures, 5, token)
        const failure = again.find(({ pointer }) => first.some((before) => before.pointer === pointer))
        if (failure) return failure
      }
      return lostMaintenance(fixtures)
    },
  },
  {
    id: '4.1/path',
    section: '4.1',
    clauses: ['4.1#path'],
    level: 'inferred',
    title: 'another id is not answered with this node',
    async run(fixtures) {
      const { session } = fixtures
      const { parts } = await fixtures.accepted('updateNode')
      const node = session.resource('node')
      fixtures.granted(await fixtures.plain('updateNode'))
      const exchange = await session.send('updateNode', {
        ...parts,
        named: unknownId,
        fields: { ...parts.fields, name: 'Nestbox check nobody' },
      })
      if (!wasGranted(exchange)) return undefined
      const { id } = fixtures.granted(exchange).attributes
      if (id !== node) return undefined
      const message = 'An update of a node that is not there was done to this one.'
      return { message, expected: 'a refusal', actual: inJson(id), pointer: '/attributes/id', exchange }
    },
  },
  othersUnchanged({ section: '4.1', operation: 'updateNode', kind: 'node', look: afterUpdates }),
  {
    id: '4.1/other-node',
    section: '4.1',
    clauses: ['4.1#path'],
    level: 'inferred',
    title: 'an update of another node changes that one and not this',
    notSelected: needsResource('otherNode'),
    async run(fixtures) {
      const { session } = fixtures
      const named = session.resource('otherNode')
      const before = await fixtures.companion('showNode', named)
      const { parts } = await fixtures.accepted('updateNode')
      const { sent } = fixtures.granted(await fixtures.plain('updateNode'))
      const known = Object.fromEntries(
        nodeFields.flatMap((field) => (before?.[field] == null ? [] : [[field, before[field]]])),
      )
      const base = { ...(Object.keys(sent).length > 2 ? parts.fields : {}), ...known }
      const update = (name: string) => session.send('updateNode', { named, fields: { ...base, name } })
      let exchange = await update(otherMark(session))
      // A server may accept only names without blanks, or only short names of lower-case letters and digits.
      for (const name of [otherMark(session).replaceAll(' ', '-'), session.unique().slice(-12)])
        if (!wasGranted(exchange)) exchange = await update(name)
      if (!wasGranted(exchange)) throw new Unjudged(doesNotSuit(fixtures, exchange))
      const { attributes } = fixtures.granted(exchange)
      const shown = await sendStartup(fixtures, 'other node')
      if (before) await session.send('updateNode', { named, fields: known })
      else session.ledger.push(`node ${named}: its name was not put back`)
      const message = 'An update of another node is answered with a node that was not in the path.'
      const failure = differs(exchange, '/attributes/id', named, attributes['id'], message)
      if (failure) return failure
      const node = nestedNodes(shown).find(({ id }) => id === session.resource('node'))
      if (node === undefined || node['name'] !== sentFields(exchange)['name']) return undefined
      return {
        message: 'An update of another node changed this one.',
        expected: 'the name that it had',
        actual: inJson(node['name']),
        pointer: '/attributes/relationships/node/attributes/name',
        exchange: shown,
        after: exchange,
      }
    },
  },
]

/** The mounts after updates with the mark of the run. */
async function afterUpdates(fixtures: Fixtures): Promise<unknown> {
  await nodeUpdates(fixtures)
  return fixtures.mountsNow()
}

/**
 * Failures for fields that a later response shows with another value than the update sent. @throws Unseen if no
 * response shows the node
 */
async function lostFields(fixtures: Fixtures, round: number, credential: TokenName): Promise<Failure[]> {
  const { session } = fixtures
  const named = session.resource('node')
  const send = ({ fields, ...parts }: RequestParts) =>
    session.send('updateNode', {
      ...parts,
      credential,
      fields: {
        ...fields,
        // Each token sends its own values; otherwise a lost write of one token would be hidden by the write of the
        // other.
        name: `${session.mark} k${round} ${credential === 'application' ? 'a' : 'b'}`,
        description: `${session.mark} k${round}, sent with the token ${credential}`,
      },
    })
  const moved = await send(await movedBody(fixtures, credential === 'application' ? round : round + 4))
  const sent = mayBeTheBody(moved) ? await send(await nodeBody(fixtures)) : moved
  // Another check reports a token that is not accepted.
  if (!wasGranted(sent)) return []
  const { attributes } = fixtures.granted(sent)
  if (round > 3) await settle(session)
  const looks = [
    // The update of the startup comes second, because a view may lag behind each write.
    ...(session.target.resources.server ? [await fixtures.mountsNow()] : []),
    ...(session.target.resources.server ? [await sendStartup(fixtures, `node k${round}`)] : []),
  ]
  const shown = looks.flatMap((exchange) =>
    nestedNodes(exchange)
      .filter(({ id }) => id === named)
      .map((node) => ({ exchange, node })),
  )
  if (shown.length === 0) throw new Unseen('no later response shows the node')
  return shown.flatMap(({ exchange, node }) =>
    nodeFields.flatMap((field) =>
      lost(field, sentFields(sent), attributes, node).map((values) => ({
        message: `A later response does not have the \`${field}\` that the node was given.`,
        ...values,
        pointer: `/attributes/relationships/node/attributes/${field}`,
        exchange,
        after: sent,
      })),
    ),
  )
}

/** A failure if, twice, an update responds with `maintenance_mode` true, and the mounts right after it with false. */
async function lostMaintenance(fixtures: Fixtures): Promise<Failure | undefined> {
  const { session } = fixtures
  const shown = (update: Exchange | undefined, look: Exchange | undefined): unknown => {
    if (!update || !look || !wasGranted(update) || sentFields(update)['maintenance_mode'] !== true)
      return undefined
    if (granted(update).attributes['maintenance_mode'] !== true) return undefined
    return nestedNodes(look).find(({ id }) => id === session.resource('node'))?.['maintenance_mode']
  }
  const [first] = await nodeUpdates(fixtures)
  if (shown(first?.granted.at(-1), await duringMaintenance(fixtures)) !== false) return undefined
  const body = await nodeBody(fixtures)
  const after = await session.send('updateNode', {
    ...body,
    fields: { ...body.fields, maintenance_mode: true },
  })
  await settle(session)
  const exchange = await fixtures.mountsNow()
  await session.send('updateNode', body)
  if (shown(after, exchange) !== false) return undefined
  return {
    message: 'A later response does not have the `maintenance_mode` that the node was given.',
    expected: 'true',
    actual: 'false',
    pointer: '/attributes/relationships/node/attributes/maintenance_mode',
    exchange,
    after,
  }
}

/** The expected and the actual value, if a later response does not show the value that was sent and echoed. */
function lost(field: string, sent: Attributes, echoed: Attributes, later: Attributes) {
  const isKept = later[field] === undefined || isSame(field, sent[field], later[field])
  // Other checks report fields that the response of the update does not echo.
  if (!Object.hasOwn(sent, field) || !isSame(field, sent[field], echoed[field]) || isKept) return []
  return [{ expected: inJson(sent[field]), actual: inJson(later[field]) }]
}
