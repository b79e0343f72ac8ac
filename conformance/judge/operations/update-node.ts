import { filtered, recordOf } from '../../../src/contract/index.ts'
import type { Exchange } from '../../client/client.ts'
import { intruderNumber, isIntruderMark } from '../access.ts'
import { nodeFields, nodePorts, nodeSizes } from '../body-fields.ts'
import type { Fixtures, Scene } from '../fixtures.ts'
import { type Changed, climb, inOrder, mayBeAValue, sendChanges } from '../ladder.ts'
import { ignoreUnjudged } from '../outcome.ts'
import { type Attributes, granted, sentFields } from '../parts.ts'
import { wasGranted } from '../reception.ts'
import { valuesFor } from '../sent-values.ts'
import type { RequestParts } from '../session.ts'
import invented from './invented-node.json' with { type: 'json' }
import { naming, type Plan } from './plan.ts'
import { sendStartup } from './update-server-startup.ts'

/** How the kit updates a node. Section 4.1. */
export const updateNode: Plan = {
  ...naming('updateNode'),
  key: 'requests.updateNode',
  async plainerBodies(fixtures) {
    const named = fixtures.session.resource('node')
    const known = await fixtures.play(knownNode)
    const bodies = known
      ? [{ ...known, name: 'Nestbox check' }, { name: 'Nestbox check' }, { description: 'Nestbox check' }]
      : [{ name: 'Nestbox check' }, madeUp(fixtures), { description: 'Nestbox check' }]
    return bodies.map((fields) => ({ named, fields }))
  },
  async marked(_, mark, fixtures) {
    const { fields = {}, ...base } = await fixtures.play(nodeBody)
    // A server may refuse a name that a node has had.
    if (!isIntruderMark(mark))
      return fields['name'] === undefined
        ? { ...base, fields }
        : { ...base, fields: { ...fields, name: fixtures.session.unique().slice(-10) } }
    const number = intruderNumber(mark)
    const size = 700_000 + number
    const other = { behind_proxy: true, memory: size, disk: size, upload_size: 700 + number }
    const own = filtered(other, (field) => Object.hasOwn(fields, field))
    return { ...base, fields: { ...fields, name: mark, description: `${mark} was here`, ...own } }
  },
  more: async (fixtures) =>
    (await fixtures.play(nodeUpdates)).flatMap(({ granted, refused }) => [
      ...granted,
      // Other checks report values that the server refuses.
      ...refused.map(({ exchange }) => exchange).filter((exchange) => !mayBeAValue(exchange)),
    ]),
}

/**
 * The fourteen fields of a node of the target before the first write to it, from a read beyond the document or from a
 * resource that nests the node. Undefined if no response shows two of them; it throws if the target has none.
 */
const knownOf =
  (node: 'node' | 'otherNode'): Scene<[], Attributes | undefined> =>
  async (fixtures) => {
    const { session } = fixtures
    session.needWrites()
    const named = session.resource(node)
    const shown = (await fixtures.companion('showNode', named)) ?? fixtures.seen.first('node', named)
    const fields = fieldsOf(shown ?? {})
    return Object.keys(fields).length < 2 ? undefined : fields
  }

export const knownNode = knownOf('node')
export const knownOther = knownOf('otherNode')

/** The fields of the body that a node shows, with their values. */
const fieldsOf = (shown: Attributes): Attributes =>
  filtered(
    recordOf(nodeFields, (field) => shown[field]),
    (_, value) => value !== undefined && value !== null,
  )

/**
 * Updates the other node, with other values than this node has if it can be put back, or else its name alone; then
 * reads this node, and restores the other one.
 */
export const otherNodeUpdate: Scene<[], Exchange> = async (fixtures) => {
  const { session } = fixtures
  const named = session.resource('otherNode')
  const known = await fixtures.play(knownOther)
  const { fqdn = undefined, maintenance_mode = undefined } = known ?? {}
  const moved = known && { ...(await movedBody(fixtures, 11)).fields, fqdn, maintenance_mode }
  const name = session.otherMark
  // A server may accept only names without spaces, or only short names of lower-case letters and digits.
  const plainer = [name, name.replaceAll(' ', '-'), session.unique().slice(-12)]
  const bodies = [
    ...(moved ? [{ ...moved, name, description: name }] : []),
    ...plainer.map((each) => ({ ...known, name: each })),
  ]
  const { exchange, isGranted } = await climb(
    session,
    'updateNode',
    bodies.map((fields) => ({ named, fields })),
  )
  await sendStartup(fixtures, 'other node')
  // A permanent change by maintenance is proven with two nodes.
  if (maintenance_mode === false && !session.isPinned('updateNode', 'maintenance_mode'))
    await session.send('updateNode', { named, fields: { ...known, maintenance_mode: true } })
  const back = known && (await session.send('updateNode', { named, fields: known }))
  if (isGranted && !(back && wasGranted(back)))
    session.ledger.push(`node ${named}: its ${known ? 'fields were' : 'name was'} not put back`)
  return exchange
}

/** Values for a node that no response shows; host name and ports are invented. */
const madeUp = ({ session }: Fixtures): Attributes => ({
  ...invented,
  location_id: session.target.resources.location ?? invented.location_id,
})

/** The first granted body, with the fields of the node that its response shows. */
async function baseOf(fixtures: Fixtures): Promise<RequestParts> {
  const { parts, exchange, isGranted } = await fixtures.accepted('updateNode')
  if (!isGranted) return parts
  const shown = fieldsOf(granted(exchange).attributes)
  return { ...parts, fields: { ...shown, ...parts.fields, maintenance_mode: false } }
}

/** A body with every known field of the node, as the run leaves the node. */
export const nodeBody: Scene<[], RequestParts> = async (fixtures) => {
  const base = await baseOf(fixtures)
  const fields = { ...madeUp(fixtures), ...base.fields }
  // Later requests of the run have all fourteen fields if the server grants them together.
  const updates = await fixtures.play(nodeUpdates)
  const [whole] = updates.slice(-1)
  if ((whole?.granted.length ?? 0) === 1 && whole?.refused.length === 0) return { ...base, fields }
  // The server may refuse current values of the node.
  const isBaseGranted = updates[0]?.granted.length !== 0
  return isBaseGranted ? base : (await fixtures.accepted('updateNode')).parts
}

/** Sends all fourteen fields twice, with different values; the second update ends the maintenance of the node. */
export const nodeUpdates: Scene<[], readonly Changed[]> = async (fixtures) => {
  const base = await baseOf(fixtures)
  const { parts: plain } = await fixtures.accepted('updateNode')
  // The mounts of the server nest other nodes, which the run must read before these updates.
  await fixtures.mounts().catch(ignoreUnjudged)
  const rounds: Changed[] = []
  for (const round of [1, 2]) {
    const over = rounds.some(({ granted }) => granted.length === 0) ? plain : base
    rounds.push(await sendChanges(fixtures, 'updateNode', over, changes(fixtures, base, round)))
  }
  return rounds
}

/**
 * A body with other values than those of the node, except fields that could stop servers of the node from responding.
 */
export async function movedBody(fixtures: Fixtures, round: number): Promise<RequestParts> {
  const body = await fixtures.play(nodeBody)
  const elsewhere = await fixtures.play(movedNode)
  const { location_id } = elsewhere && wasGranted(elsewhere) ? sentFields(elsewhere) : {}
  const { maintenance_mode: _, ...moved } = changes(fixtures, body, round)
  const values = { ...moved, ...(location_id !== undefined && { location_id }) }
  const own = filtered(values, (field) => Object.hasOwn(body.fields ?? {}, field))
  return { ...body, fields: { ...body.fields, ...own } }
}

const otherScheme: Readonly<Record<string, string>> = { http: 'https', https: 'http' }

function changes(fixtures: Fixtures, { fields = {} }: RequestParts, round: number): Attributes {
  const known: Attributes = { ...madeUp(fixtures), ...fields }
  const isOdd = round % 2 === 1
  // Ports and scheme change in odd rounds only, so that the node gets its old values back. `fqdn` does not change,
  // because an invented host name could disconnect the node.
  const port = (field: string): unknown =>
    isOdd && Number(known[field]) < 65_535 ? Number(known[field]) + 1 : known[field]
  return {
    name: `${fixtures.session.mark} ${round}`,
    description: `${fixtures.session.mark}, round ${round}`,
    location_id: known['location_id'],
    fqdn: known['fqdn'],
    scheme: (isOdd && otherScheme[String(known['scheme'])]) || known['scheme'],
    // Both values come with each scheme.
    behind_proxy: round % 4 === 2 || round % 4 === 3,
    maintenance_mode: isOdd,
    ...recordOf(nodeSizes, (field) => Number(known[field]) + round),
    ...recordOf(nodePorts, port),
  }
}

/** Moves the node to another known location and back again; undefined if the run knows no other location. */
export const movedNode: Scene<[], Exchange | undefined> = async (fixtures) => {
  const { session, seen } = fixtures
  const base = await fixtures.play(nodeBody)
  const { otherNode } = session.target.resources
  const other = otherNode === undefined ? undefined : await fixtures.companion('showNode', otherNode)
  // The mounts of the server nest other nodes, with their locations.
  await fixtures.mounts().catch(ignoreUnjudged)
  const known = [
    ...seen.found('location').map(({ attributes }) => attributes['id']),
    ...[other, ...seen.found('node').map(({ attributes }) => attributes)].map(
      (node) => node?.['location_id'],
    ),
  ]
  const location_id = known.find((id) => typeof id === 'number' && id !== base.fields?.['location_id'])
  if (location_id === undefined) return undefined
  const exchange = await session.send('updateNode', { ...base, fields: { ...base.fields, location_id } })
  if (wasGranted(exchange)) await session.send('updateNode', base)
  return exchange
}

/** Sends each of its values in an update. */
export const nodeVariety: Scene<[], readonly Changed[]> = async (fixtures) => {
  await fixtures.play(nodeUpdates)
  const base = await fixtures.play(nodeBody)
  return inOrder(valuesFor('updateNode'), (round) => sendChanges(fixtures, 'updateNode', base, round))
}

/**
 * Sends fields alone, with new values, then the whole body. Whether a body may have few fields is a gap, so that the
 * remaining fields are not sent after two refusals.
 */
export const nodeFieldsAlone: Scene<[], void> = async (fixtures) => {
  const { session } = fixtures
  await fixtures.play(nodeVariety)
  const body = await fixtures.play(nodeBody)
  // A server in maintenance may refuse its first update.
  const startup = await fixtures.accepted('updateServerStartup').catch(ignoreUnjudged)
  const { location_id: _, fqdn: __, ...values } = changes(fixtures, body, 3)
  const alone = Object.entries(values)
    .filter(([field, value]) => !session.isPinned('updateNode', field) && value !== body.fields?.[field])
    .flatMap(([field, value]) =>
      (value === true ? [value, false] : [value]).map((each) => [field, each] as const),
    )
  let refused = 0
  for (const [field, value] of alone) {
    if (refused === 2) break
    const exchange = await fixtures.write('updateNode', { ...body, fields: { [field]: value }, pins: {} })
    if (!wasGranted(exchange)) refused += 1
    if (value === true && startup?.isGranted) await session.send('updateServerStartup', startup.parts)
  }
  await session.send('updateNode', body)
}
