import { without } from '../../src/contract/index.ts'
import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { nodeBody } from '../judge/operations/update-node.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Attributes, granted, nestedItems } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { unknownId } from '../judge/sent-values.ts'
import type { RequestParts } from '../judge/session.ts'
import { ask, control, isGranted } from './ask.ts'
import { eitherOf, type Observers, other, sampled, unseen } from './observer.ts'

/** Fields that a server may leave optional even if it requires most fields. */
const dispensable = ['description', 'behind_proxy', 'maintenance_mode', 'upload_size']

/** Gaps about node updates, and what they do to the servers of the node. */
export const nodes = {
  'node.partial': async (fixtures) => {
    const { name, ...rest } = await fullNode(fixtures)
    const alone = await ask(fixtures, 'updateNode', { json: { name } })
    if (isGranted(alone)) {
      const { attributes } = granted(alone)
      const changed = Object.keys(rest).filter((field) => !isSame(field, attributes[field], rest[field]))
      if (changed.length === 0) return 'keep'
      await askNode(fixtures)
      return other(`a name alone changes ${changed.join(', ')}`)
    }
    if (await takesWithout(fixtures, ...dispensable)) {
      return (await takesWithout(fixtures, ...dispensable, 'memory_overallocate'))
        ? other('a name alone is refused, nine fields are enough')
        : 'require-ten'
    }
    return (await takesWithout(fixtures, 'description'))
      ? other('ten fields are refused, `description` may be left out')
      : 'require'
  },

  'node.ranges': async (fixtures) => {
    if (!(await takes(fixtures, { memory: 0 }))) return sampled('refuse', 'a memory of 0 is refused')
    return (await takes(fixtures, { memory: -5 }))
      ? sampled('accept', 'a memory of 0 and one of -5 are granted')
      : other('a memory of 0, but not of -5')
  },

  'node.scheme': async (fixtures) =>
    eitherOf(await takes(fixtures, { scheme: 'ftp' }), ['any', 'http-https'], 'the scheme `ftp` is'),

  'node.names': async (fixtures) =>
    eitherOf(await takes(fixtures, { name: 'a/b' }), ['host', 'plain'], 'a name with a slash is'),

  'node.beyond-fourteen': async (fixtures) => {
    const { daemon_base } = (await control(fixtures, 'updateNode')).attributes
    const elsewhere = '/srv/conformance'
    const pathAfter = async (changes: Attributes): Promise<unknown> => {
      const exchange = await askNode(fixtures, changes)
      return isGranted(exchange) ? granted(exchange).attributes['daemon_base'] : undefined
    }
    const sent = await pathAfter({ daemon_base: elsewhere })
    if (sent === daemon_base) return sampled('ignore', '`daemon_base` stays as it is')
    if (sent !== elsewhere) return other(`\`daemon_base\` becomes ${inJson(sent)}`)
    const left = await pathAfter({})
    await pathAfter({ daemon_base })
    return left === elsewhere
      ? sampled('take', '`daemon_base` is changed')
      : sampled('take-and-reset', `\`daemon_base\` is changed; if it is left out, it becomes ${inJson(left)}`)
  },

  'references.unknown': async (fixtures) => {
    const exchange = await askNode(fixtures, { location_id: unknownId })
    if (isGranted(exchange)) {
      await askNode(fixtures)
      return other('a location that does not exist is taken')
    }
    const status = exchange.reply?.status
    return sampled(status === 404 ? '404' : 'refuse', `an unknown location is refused with ${status}`)
  },

  'node.mounts': async (fixtures) => {
    const { mounts } = (await control(fixtures, 'updateNode')).attributes
    if (!Array.isArray(mounts)) return other(inJson(mounts))
    const [first] = mounts
    if (first === undefined) return noMounts(fixtures)
    if (Number.isInteger(first)) return 'ids'
    if (!isObject(first)) return other(inJson(first))
    if (first['object'] === 'mount' && isObject(first['attributes'])) return 'resources'
    return Object.hasOwn(first, 'id') && Object.hasOwn(first, 'source')
      ? 'rows'
      : other(Object.keys(first).join(', '))
  },

  'server.unavailable': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const exchange = await backupsInMaintenance(fixtures)
    const state = 'the node in maintenance'
    if (isGranted(exchange)) return sampled('ignore', `backups are listed with ${state}`)
    const { status } = exchange.reply ?? {}
    return status === 409
      ? sampled('conflict', `backups are refused with 409 with ${state}`)
      : other(`${status} with ${state}`)
  },
} satisfies Partial<Observers>

/** Whether an update with other values is granted; the old values are restored. */
async function takes(fixtures: Fixtures, changes: Attributes): Promise<boolean> {
  const isTaken = isGranted(await askNode(fixtures, changes))
  if (isTaken) await askNode(fixtures)
  return isTaken
}

async function takesWithout(fixtures: Fixtures, ...left: readonly string[]): Promise<boolean> {
  const json = without(await fullNode(fixtures), ...left)
  return isGranted(await ask(fixtures, 'updateNode', { json }))
}

/** An empty array fills the gap only on a node that has mounts. */
async function noMounts(fixtures: Fixtures) {
  const { node } = fixtures.session.target.resources
  const hasMounts = fixtures.seen
    .found('mount')
    .some(({ attributes }) => nestedItems(attributes, 'nodes').some(({ id }) => id === node))
  return hasMounts ? 'empty' : unseen('the array is empty; whether the node has mounts is not known')
}

/** Requests the backups of the server while its node is in maintenance; the maintenance always ends afterwards. */
async function backupsInMaintenance(fixtures: Fixtures): Promise<Exchange> {
  try {
    const closed = granted(await askNode(fixtures, { maintenance_mode: true }))
    if (closed.attributes['maintenance_mode'] !== true)
      throw new Unjudged('the node cannot be put into maintenance')
    // Without a query: a server may refuse a page size for other reasons than the maintenance.
    return await ask(fixtures, 'listServerBackups')
  } finally {
    await askNode(fixtures, { maintenance_mode: false })
  }
}

/** The fields of the node that the run sent last, with the fields that the target pins. */
export async function fullNode(fixtures: Fixtures): Promise<Attributes> {
  await control(fixtures, 'updateNode')
  return { ...(await fixtures.play(nodeBody)).fields, ...fixtures.session.pins('updateNode') }
}

/** Sends the last node update of the run again, with other values. */
export const askNode = async (
  fixtures: Fixtures,
  changes: Attributes = {},
  parts: RequestParts = {},
): Promise<Exchange> =>
  ask(fixtures, 'updateNode', { ...parts, json: { ...(await fullNode(fixtures)), ...changes } })
