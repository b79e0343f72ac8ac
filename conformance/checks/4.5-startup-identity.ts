import { type Fixtures, type Granted, granted } from '../judge/fixtures.ts'
import {
  sendStartup,
  serverBefore,
  startups,
  startupVariety,
  variableMark,
} from '../judge/operations/update-server-startup.ts'
import { type Failure, Unjudged } from '../judge/outcome.ts'
import { type Attributes, nestedOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import { type Check, differs, inJson } from './check.ts'

const on = ['updateServerStartup'] as const

/** Fields of `untouched` that administrators can change with other operations. */
const editable = ['name', 'description', 'external_id', 'limits', 'feature_limits'] as const

/** Fields of a server that the request body does not have. */
const untouched = [
  ...['id', 'uuid', 'identifier', 'external_id', 'name', 'description', 'user', 'node', 'allocation'],
  ...['limits', 'feature_limits', 'created_at'],
] as const

export const startupIdentity: Check = {
  id: '4.5/identity',
  section: '4.5',
  clauses: ['4.5#identity'],
  level: 'inferred',
  title: 'an update of the startup leaves alone what the request cannot carry',
  phase: 'after',
  async run(fixtures) {
    granted(await fixtures.plain('updateServerStartup'))
    await startups(fixtures)
    await startupVariety(fixtures)
    const byValue = changedDefault(fixtures)
    if (byValue) return byValue
    const changed = changedFields(fixtures)
    const seen = ({ pointer }: Failure) =>
      new Set(changed.filter((other) => other.pointer === pointer).map(({ actual }) => actual)).size
    // If a field has two other values later, either another client edits the server during the run, or each update
    // changes the field.
    const isMoving = (each: Failure) =>
      editable.some((field) => each.pointer?.endsWith(`/${field}`)) && seen(each) >= 2
    const moving = changed.filter(isMoving)
    const byUpdates = moving.length > 0 && (await isChangedByUpdates(fixtures)) ? moving : []
    const atOnce = await changedAtOnce(fixtures)
    const steady = changed.filter((each) => !isMoving(each))
    const edited = await editedOnce(fixtures, steady)
    const judged = [...atOnce, ...steady.filter((each) => !edited.includes(each)), ...byUpdates]
    const failure = summed(judged, fixtures.session.granted(...on).length)
    if (!failure && moving.length + edited.length > 0)
      throw new Unjudged('the server was edited during the run')
    return failure
  },
}

/** Whether, three times, the server is the same in two reads but different after an update. */
async function isChangedByUpdates(fixtures: Fixtures): Promise<boolean> {
  const { session } = fixtures
  const { id } = session.resource('server')
  const shown = async (): Promise<string | undefined> => {
    const server = nestedOf(await fixtures.mountsNow(), 'server').find((each) => each['id'] === id)
    return server && inJson(editable.map((field) => server[field]))
  }
  for (let round = 1; round <= 3; round += 1) {
    const [before, still] = [await shown(), await shown()]
    await sendStartup(fixtures, `identity ${round}`)
    if (before === undefined || before !== still || before === (await shown())) return false
  }
  return true
}

/** The failures for fields that changed once and kept their value, as when an administrator edits the server. */
async function editedOnce(fixtures: Fixtures, changed: readonly Failure[]): Promise<readonly Failure[]> {
  const { session } = fixtures
  const { id } = session.resource('server')
  const fields = editable.filter((field) => changed.some(({ pointer }) => pointer === `/attributes/${field}`))
  if (fields.length === 0) return []
  const now = nestedOf(await fixtures.mountsNow(), 'server').find((server) => server['id'] === id)
  const updates = session
    .granted(...on)
    .map((exchange) => granted(exchange).attributes)
    .filter((attributes) => attributes['id'] === id)
  const lasted = fields.filter((field) => {
    const values = [...updates, ...(now && now[field] !== undefined ? [now] : [])].map((each) =>
      inJson(each[field]),
    )
    return values.filter((value, at) => at > 0 && value !== values[at - 1]).length === 1
  })
  return changed.filter(({ pointer }) => lasted.some((field) => pointer === `/attributes/${field}`))
}

/** Failures for fields of the server that differ between the first update and a later one. */
function changedFields(fixtures: Fixtures): Failure[] {
  const { id } = fixtures.session.resource('server')
  const [first, ...others] = fixtures.session
    .granted(...on)
    .map((exchange) => granted(exchange))
    .filter(({ attributes }) => attributes['id'] === id)
  return first ? others.flatMap((other) => movedFields(first.attributes, other)) : []
}

/** Failures for fields of the server that differ between the first update and the read right before it. */
async function changedAtOnce(fixtures: Fixtures): Promise<Failure[]> {
  const { session } = fixtures
  const { id } = session.resource('server')
  const { exchange } = await fixtures.accepted('updateServerStartup')
  const read = await serverBefore(fixtures)
  const all = session.exchanges
  // With other requests in between, another client may have edited the server.
  if (!wasGranted(exchange) || all.indexOf(exchange) - all.indexOf(read) !== 1) return []
  const before = nestedOf(read, 'server').find((server) => server['id'] === id)
  const known = untouched.filter((field) => before?.[field] !== undefined && before[field] !== null)
  const attributes = Object.fromEntries(known.map((field) => [field, before?.[field]]))
  return movedFields(attributes, granted(exchange))
}

function movedFields(known: Attributes, other: Granted): Failure[] {
  return untouched.flatMap((field) => {
    const message = `An update of the startup changed \`${field}\`, which the request cannot carry.`
    if (!Object.hasOwn(known, field)) return []
    const [before, after] = [known[field], other.attributes[field]]
    const failure = differs(other.exchange, `/attributes/${field}`, before, after, message)
    return failure ? [failure] : []
  })
}

/** A failure if the default of a variable has a value that the run set for the server. */
function changedDefault({ session, seen }: Fixtures): Failure | undefined {
  const found = [...seen.found('egg_variable'), ...seen.found('server_variable')].find(({ attributes }) =>
    inJson(attributes['default_value']).includes(variableMark(session)),
  )
  if (!found) return undefined
  return {
    message: 'An update of the startup changed the `default_value` of a variable, which belongs to the egg.',
    expected: 'the default that the egg had',
    actual: inJson(found.attributes['default_value']),
    pointer: `${found.pointer}/attributes/default_value`,
    exchange: found.exchange,
  }
}
