import { defined, filtered } from '../../../src/contract/index.ts'
import type { Exchange } from '../../client/client.ts'
import { isIntruderMark } from '../access.ts'
import type { Fixtures, Scene, ServerName } from '../fixtures.ts'
import { kitVariable } from '../kit-egg.ts'
import { type Changed, inOrder, mayBeTheBody, sendChanges } from '../ladder.ts'
import { ignoreUnjudged, Unjudged } from '../outcome.ts'
import { type Attributes, attributesOf, containerOf, imagesOf } from '../parts.ts'
import { isObject, wasGranted } from '../reception.ts'
import { asImageTag, environmentValues, secondValue, valuesFor } from '../sent-values.ts'
import type { RequestParts, Session } from '../session.ts'
import { naming, type Plan } from './plan.ts'
import { syncTags } from './sync-node-tags.ts'
import { textVariable, textVariables } from './text-variable.ts'

/** How the kit updates the startup of a server. Section 4.5. */
export const updateServerStartup: Plan = {
  ...naming('updateServerStartup'),
  key: 'requests.startup',
  async plainerBodies(fixtures) {
    const named = fixtures.session.resource('server').id
    const egg_id = fixtures.session.resource('egg')
    const marked = markedFields(fixtures.session, '1')
    const own = { startup: marked.startup, egg_id, docker_image: marked.docker_image }
    const [image] = imagesOf(fixtures.seen.first('egg', egg_id) ?? {})
    const server = await fixtures.companion('showServer', named)
    const { startup_command: startup, image: docker_image } = containerOf(server ?? {})
    await fixtures.play(serverBefore).catch(ignoreUnjudged)
    return [
      own,
      ...(image === undefined ? [] : [{ ...own, docker_image: image }]),
      ...(startup === undefined ? [] : [{ startup, egg_id, docker_image }]),
      { startup: own.startup },
      { egg_id },
    ].map((fields) => ({ named, fields }))
  },
  async marked(parts, mark, fixtures) {
    const { session } = fixtures
    const { environment } = namedFields(session)
    const fields = { ...parts.fields, ...changedFields(session, parts, mark) }
    if (environment === undefined || !isIntruderMark(mark)) return { ...parts, fields }
    // The variables of a share file of the target are known after its import.
    const isKnown = session.target.importEgg === undefined
    const name = isKnown ? kitVariable : await fixtures.play(textVariable)
    return { ...parts, fields, ...(name !== undefined && { pins: withVariables(session, { [name]: mark }) }) }
  },
  // The node may be in maintenance, or its tags may exclude the egg of its server.
  async unblock(fixtures) {
    const { session } = fixtures
    const { parts, exchange } = (await fixtures.accepted('updateNode').catch(ignoreUnjudged)) ?? {}
    if (attributesOf(exchange?.reply?.json)['maintenance_mode'] === true)
      await session.send('updateNode', { ...parts, fields: { ...parts?.fields, maintenance_mode: false } })
    const { node, tags } = session.target.resources
    if (node === undefined || !tags) return false
    for (const some of [[], tags]) if (wasGranted(await syncTags(session, some))) return true
    return false
  },
  more: async (fixtures) => [(await fixtures.play(startups))[0]],
}

/**
 * The fields that a startup update can change: slug in ids of checks, name in the request, and path in the resource.
 */
export const startupFields = [
  ['startup', 'startup', 'container.startup_command'],
  ['egg', 'egg_id', 'egg'],
  ['image', 'docker_image', 'container.image'],
] as const

/** The server immediately before its first update, nested in the mounts. */
const serverBefore: Scene<[], Exchange> = (fixtures) => fixtures.mountsNow()

function markedFields(session: Session, mark: string) {
  const whole = isIntruderMark(mark) ? mark : `${session.mark} ${mark}`
  return { startup: `./run --check "${whole}"`, docker_image: `example/conformance:${asImageTag(whole)}` }
}

/** The marked fields for which the granted body had values of the kit. */
function changedFields(session: Session, { fields = {} }: RequestParts, mark: string): Attributes {
  const granted: Attributes = markedFields(session, '1')
  return filtered(markedFields(session, mark), (field) => fields[field] === granted[field])
}

/** How an update names the server, and the egg that it gives to the server. */
interface Aim {
  readonly by?: ServerName
  readonly egg?: number
}

/** The parts of a startup update like the granted one, with other values. */
export async function startupParts(fixtures: Fixtures, mark: string, aim: Aim = {}): Promise<RequestParts> {
  const { session } = fixtures
  const { parts } = await fixtures.accepted('updateServerStartup')
  const { by = 'id', egg: egg_id } = aim
  const fields = { ...parts.fields, ...changedFields(session, parts, mark), ...defined({ egg_id }) }
  return { ...parts, named: session.resource('server')[by], fields }
}

export const sendStartup = async (fixtures: Fixtures, mark: string, aim: Aim = {}): Promise<Exchange> =>
  fixtures.session.send('updateServerStartup', await startupParts(fixtures, mark, aim))

/** Updates the startup by id, then by UUID, with other values each time. */
export const startups: Scene<[], readonly [Exchange, Exchange]> = async (fixtures) => {
  const first = await fixtures.plain('updateServerStartup')
  return [first, await sendStartup(fixtures, '2', { by: 'uuid' })] as const
}

/**
 * Changes the egg with the body of the target for it, then restores the egg of the server. A read after the plain body
 * that restored it shows whether an update that changes the egg stores its other fields.
 */
export const foreignEgg: Scene<[ServerName], Exchange> = async (fixtures, by) => {
  const { session } = fixtures
  const egg = session.resource('otherEgg')
  const pins = session.target.requests.startupOtherEgg
  const parts = await startupParts(fixtures, 'other egg', { egg, by })
  const exchange = await fixtures.write('updateServerStartup', { ...parts, ...(pins && { pins }) })
  // Where the mounts do not show the server with the other egg, the look has restored the egg with the plain body.
  const last = fixtures.exchanges.at(-1)
  const isBack = last !== exchange && last?.ask.operation === 'updateServerStartup' && wasGranted(last)
  if (isBack) await fixtures.mountsNow()
  else await sendStartup(fixtures, 'back', { egg: session.resource('egg') })
  return exchange
}

/** Sends each of its values in an update. */
export const startupVariety: Scene<[], readonly Changed[]> = async (fixtures) => {
  await fixtures.play(startups)
  const { parts } = await fixtures.accepted('updateServerStartup')
  const own = changedFields(fixtures.session, parts, 'x')
  return inOrder(valuesFor('updateServerStartup'), (round) =>
    sendChanges(
      fixtures,
      'updateServerStartup',
      parts,
      filtered(round, (field) => Object.hasOwn(own, field)),
    ),
  )
}

/** Sends the startup command, the image and the egg alone, then the whole body. A body with few fields is a gap. */
export const startupFieldsAlone: Scene<[], void> = async (fixtures) => {
  const { session } = fixtures
  await fixtures.play(startupVariety)
  const { parts } = await fixtures.accepted('updateServerStartup')
  const { egg, otherEgg } = session.target.resources
  const bodies: readonly Attributes[] = [
    ...Object.entries(changedFields(session, parts, 'by itself')).map(([field, value]) => ({
      [field]: value,
    })),
    ...(egg === undefined || otherEgg === undefined ? [] : [{ egg_id: otherEgg }, { egg_id: egg }]),
  ]
  for (const fields of bodies) {
    if (Object.keys(fields).some((field) => session.isPinned('updateServerStartup', field))) continue
    const send = () => fixtures.write('updateServerStartup', { ...parts, fields, pins: {} })
    // The tags of the node may exclude the other egg.
    const isBlocked = mayBeTheBody(await send()) && 'egg_id' in fields
    if (isBlocked && (await updateServerStartup.unblock?.(fixtures))) await send()
  }
  await session.send('updateServerStartup', parts)
}

/**
 * The fields of the target's body that hold the environment (an object) and the install-script behavior (a boolean).
 */
export function namedFields(session: Session): { readonly environment?: string; readonly scripts?: string } {
  const pins = Object.entries(session.pins('updateServerStartup'))
  const environment = pins.find(([, value]) => isObject(value))?.[0]
  const scripts = pins.find(([, value]) => typeof value === 'boolean')?.[0]
  return defined({ environment, scripts })
}

/** The fields that the target pins, with other values for some variables. */
function withVariables(session: Session, others: Readonly<Record<string, string>>): Attributes {
  const pinned = session.pins('updateServerStartup')
  const { environment = '' } = namedFields(session)
  const values = isObject(pinned[environment]) ? pinned[environment] : {}
  return { ...pinned, [environment]: { ...values, ...others } }
}

/**
 * Sends a value for a variable that accepts any text.
 * @param isAlone whether the body has only the environment
 * @throws Unjudged if no response shows such a variable
 */
async function sendVariable(
  fixtures: Fixtures,
  value: string,
  { by = 'id', isAlone = false }: { readonly by?: 'id' | 'uuid'; readonly isAlone?: boolean } = {},
): Promise<Exchange> {
  const { session } = fixtures
  // A second variable shows whether each variable gets its own value.
  const [variable, second] = await fixtures.play(textVariables)
  const { environment = '' } = namedFields(session)
  const both = { ...(second !== undefined && { [second]: secondValue }), [variable]: value }
  const pins = isAlone ? { [environment]: both } : withVariables(session, both)
  const parts = await startupParts(fixtures, `environment {{${variable}}}`, { by })
  return fixtures.write('updateServerStartup', { ...parts, variable, pins, ...(isAlone && { fields: {} }) })
}

/**
 * Sends each of `environmentValues`.
 * @throws Unjudged if the target does not name the field, or no response shows a variable that accepts any text
 */
export const environments: Scene<[], readonly Exchange[]> = async (fixtures) => {
  if (namedFields(fixtures.session).environment === undefined)
    throw new Unjudged('no field of `requests.startup` holds the environment')
  return [
    ...(await inOrder(environmentValues, (value, at) =>
      sendVariable(fixtures, value, { by: at % 2 === 0 ? 'id' : 'uuid' }),
    )),
    await sendVariable(fixtures, 'alone', { isAlone: true }),
    await sendVariable(fixtures, variableMark(fixtures.session)),
  ]
}

/**
 * An update with the opposite install-script behavior, then one with that of the target; none if the target does not
 * name the field.
 * @param isAlone whether the first body has only that field
 */
async function sendScripts(
  fixtures: Fixtures,
  by: ServerName,
  isAlone = false,
): Promise<readonly Exchange[]> {
  const { session } = fixtures
  const { scripts } = namedFields(session)
  if (scripts === undefined) return []
  const parts = await startupParts(fixtures, 'scripts', { by })
  const pins = session.pins('updateServerStartup')
  const other = { [scripts]: pins[scripts] !== true }
  const first = isAlone ? { fields: {}, pins: other } : { pins: { ...pins, ...other } }
  return [
    await fixtures.write('updateServerStartup', { ...parts, ...first }),
    await fixtures.write('updateServerStartup', { ...parts, pins }),
  ]
}

/** The same by id and then by UUID. */
export const scriptUpdates: Scene<[], readonly Exchange[]> = async (fixtures) => [
  ...(await sendScripts(fixtures, 'id')),
  ...(await sendScripts(fixtures, 'uuid')),
]

/** The same with a first body that has nothing else. */
export const scriptsAlone: Scene = (fixtures) => sendScripts(fixtures, 'id', true)

/** The beginning of values of variables that no share file contains. */
export const variableMark = ({ mark }: Pick<Session, 'mark'>): string => `${mark} value`

/**
 * The update that gives a server the values that a read showed; the target names the fields of environment and scripts.
 */
export function startupOf(session: Session, server: Attributes | undefined): RequestParts | undefined {
  if (!isObject(server?.['container'])) return undefined
  const { startup_command: startup, image: docker_image, environment, skip_scripts } = server['container']
  const shown = (value: unknown): unknown => {
    if (isObject(value)) return environment
    return typeof value === 'boolean' ? (skip_scripts ?? value) : value
  }
  const fields = { startup, docker_image, egg_id: server['egg'] }
  const pins = Object.entries(session.pins('updateServerStartup')).filter(
    ([name]) => !Object.hasOwn(fields, name),
  )
  return {
    named: Number(server['id']),
    fields,
    pins: Object.fromEntries(pins.map(([name, value]) => [name, shown(value)])),
  }
}

/** Whether a read showed everything that startup updates change of a server, so that it can be put back. */
export function showsStartup(session: Session, server: Attributes | undefined): boolean {
  const { startup_command, image, environment, skip_scripts } = containerOf(server ?? {})
  const named = namedFields(session)
  return (
    [startup_command, image, server?.['egg']].every((value) => value !== undefined) &&
    (named.environment === undefined || isObject(environment)) &&
    (named.scripts === undefined || typeof skip_scripts === 'boolean')
  )
}

/** Bodies for the other server with values that this server does not have; the second is without variable and scripts. */
async function otherParts(
  fixtures: Fixtures,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  mark: string,
): Promise<readonly RequestParts[]> {
  const { session, seen } = fixtures
  const { fields, ...parts } = await startupParts(fixtures, mark)
  // An egg alone would give the other server the startup command of the egg, which may hold a text of the run.
  if (fields?.['startup'] === undefined) return []
  const { egg_id: _, ...others } = fields
  const egg_id = seen.last('server', id)?.['egg']
  // The egg of another server is not changed if nothing shows which egg it has.
  const plain = { ...parts, named: uuid, fields: { ...others, ...(egg_id !== undefined && { egg_id }) } }
  const isOwnEgg = egg_id === session.target.resources.egg
  const variable = isOwnEgg ? await fixtures.play(textVariable) : undefined
  const pinned = session.pins('updateServerStartup')
  const { environment, scripts } = namedFields(session)
  const pins = {
    ...(variable === undefined || environment === undefined
      ? pinned
      : withVariables(session, { [variable]: `${session.otherMark} value` })),
    ...(scripts !== undefined && { [scripts]: pinned[scripts] !== true }),
  }
  return [{ ...plain, pins, ...(variable !== undefined && { variable }) }, plain]
}

/** The line of the ledger for a server whose startup no read beyond the document showed before the run. */
export const startupLeft = (server: number): string =>
  `server ${server}: startup command, image, environment and install-script behavior were not put back`

/**
 * Updates the other server of the target, if there is one: by UUID with values that this server does not have, and by id
 * as a read beyond the document showed it. A read after each shows whether this server has changed.
 */
export const otherStartup: Scene = async (fixtures) => {
  const { session } = fixtures
  const { otherServer } = session.target.resources
  if (!otherServer) return
  const before = await fixtures.companion('showServer', otherServer.id)
  const send = async (parts: RequestParts): Promise<boolean> =>
    wasGranted(await fixtures.write('updateServerStartup', parts))
  for (const body of await otherParts(fixtures, otherServer, 'other')) if (await send(body)) break
  const [plainer] = (await otherParts(fixtures, otherServer, 'other by id')).slice(-1)
  const last = startupOf(session, before) ?? (plainer && { ...plainer, named: otherServer.id })
  if (last && (await send(last)) && !showsStartup(session, before))
    session.ledger.push(startupLeft(otherServer.id))
}
