import type { Exchange } from '../client/client.ts'
import { written } from '../client/long-integers.ts'
import { namedIn } from '../client/request-path.ts'
import { type Fixtures, type Granted, granted } from '../judge/fixtures.ts'
import { importMarked } from '../judge/operations/import-egg.ts'
import {
  environments,
  foreignEgg,
  namedFields,
  scriptUpdates,
  sendScripts,
  sendStartup,
  sendVariable,
  serverBefore,
  startupParts,
  startups,
  startupVariety,
} from '../judge/operations/update-server-startup.ts'
import { type Failure, ignoreUnjudged, Prerequisite, Unjudged, Unseen } from '../judge/outcome.ts'
import { type Attributes, nestedItems, nestedOf } from '../judge/parts.ts'
import { inShort, isObject, wasGranted } from '../judge/reception.ts'
import { ruleCheck, summed } from '../judge/rule.ts'
import { isSame } from '../judge/same.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import { whyRefused } from '../judge/why-refused.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, inJson } from './check.ts'
import { echoCheck } from './echo.ts'
import { othersUnchanged } from './others-unchanged.ts'

const on = ['updateServerStartup'] as const

const containerOf = ({ container }: Attributes): Attributes => (isObject(container) ? container : {})

/** What a startup update can change, by its name in the request and its path in the resource. */
const echoes = [
  [
    'startup',
    'startup',
    'container/startup_command',
    (server: Attributes) => containerOf(server)['startup_command'],
  ],
  ['egg', 'egg_id', 'egg', (server: Attributes) => server['egg']],
  ['image', 'docker_image', 'container/image', (server: Attributes) => containerOf(server)['image']],
] as const

/** Those of them that administrators edit by other operations. */
const editable = ['name', 'description', 'external_id', 'limits', 'feature_limits'] as const

/** Fields of a server that the request cannot carry. */
const untouched = [
  ...['id', 'uuid', 'identifier', 'external_id', 'name', 'description', 'user', 'node', 'allocation'],
  ...['limits', 'feature_limits', 'created_at'],
] as const

export const updateServerStartup: readonly Check[] = [
  answerCheck('updateServerStartup'),
  ...echoes.map(([slug, field, at, read]) =>
    echoCheck({
      id: `4.5/${slug}`,
      section: '4.5',
      clauses: [`4.5#${slug}`],
      level: 'inferred',
      title: `the \`${field}\` that was sent is the \`${at.replaceAll('/', '.')}\` of the response`,
      operation: 'updateServerStartup',
      field,
      at,
      read: ({ attributes }) => read(attributes),
      fixtures: [startups, startupVariety, foreignEgg],
    }),
  ),
  {
    id: '4.5/environment',
    section: '4.5',
    clauses: ['4.5#environment'],
    level: 'stated',
    title: 'values of variables that were sent are in `container.environment` of the response',
    notSelected: ({ session }) =>
      namedFields(session).environment === undefined
        ? 'no field of `requests.startup` holds the environment'
        : undefined,
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      const all = await environments(fixtures)
      const sent = all.filter(({ exchange }) => wasGranted(exchange))
      const last = all.at(-1)
      if (last && sent.length === 0)
        throw new Unjudged(
          `no value of the variable ${last.name} was granted; the server said to the last one: ${inShort(last.exchange.reply, last.exchange.failure)}`,
        )
      const failures = sent.flatMap(({ name, value, exchange }) => {
        const environment = containerOf(granted(exchange).attributes)['environment']
        const got = isObject(environment) ? environment[name] : undefined
        const pointer = `/attributes/container/environment/${name}`
        const message = 'The environment of the response does not have a value that was sent.'
        const failure = differs(exchange, pointer, value, got, message)
        return failure ? [failure] : []
      })
      return summed(failures, sent.length)
    },
  },
  {
    id: '4.5/install-script',
    section: '4.5',
    clauses: ['4.5#install-script'],
    level: 'stated',
    title: 'the install-script behavior that was sent shows in `container.skip_scripts` of the response',
    ignored: 'which of the two values skips the scripts',
    notSelected: ({ session }) =>
      namedFields(session).scripts === undefined
        ? 'no field of `requests.startup` holds the install-script behavior'
        : undefined,
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      const played = await scriptUpdates(fixtures)
      const [first, last] = played ?? []
      if (!played?.every(wasGranted) || !first || !last)
        throw new Unjudged('one of the two behaviors was not granted')
      const [one, other] = played.map((exchange) => containerOf(granted(exchange).attributes)['skip_scripts'])
      if (one !== other) return undefined
      return {
        message: `\`container.skip_scripts\` is ${inJson(one)} after each of two updates that sent opposite install-script behaviors.`,
        expected: `${inJson(one)} after one of the two updates, and another value after the other one`,
        actual: `${inJson(other)} after both`,
        pointer: '/attributes/container/skip_scripts',
        exchange: last,
        after: first,
      }
    },
  },
  {
    id: '4.5/by-id-and-uuid',
    section: '4.5',
    clauses: ['4.5#by-id', '4.5#by-uuid', '4.5#same-server'],
    level: 'stated',
    title: 'the server can be named by its id and by its UUID',
    async run(fixtures) {
      const [byId, byUuid] = await startups(fixtures)
      granted(byId)
      if (wasGranted(byUuid)) return undefined
      return whyRefused(fixtures, byUuid, {
        claim: 'The server is not found by its UUID.',
        expected: 'the server, as by id',
        isChosen: false,
      })
    },
  },
  ruleCheck({
    id: '4.5/same-server',
    section: '4.5',
    clauses: ['4.5#route', '4.5#same-server', '4.5#path'],
    level: 'stated',
    title: 'the server in the path is the server in the response',
    on,
    fixtures: [startups, otherStartup],
    *judge({ exchange, attributes }, { session }): Iterable<Failure> {
      const named = namedIn(exchange.ask.path, 'servers')
      const field = typeof named === 'number' ? 'id' : 'uuid'
      const { server, otherServer } = session.target.resources
      const known = [server, otherServer].find((each) => each && isSame(field, each[field], named))
      const message = 'The response is another server than the one in the path.'
      const looks = known
        ? [
            differs(exchange, '/attributes/id', known.id, attributes['id'], message),
            differs(exchange, '/attributes/uuid', known.uuid, attributes['uuid'], message),
          ]
        : [differs(exchange, `/attributes/${field}`, named, attributes[field], message)]
      yield* looks.filter((look) => look !== undefined)
    },
  }),
  ruleCheck({
    id: '4.5/relationships',
    section: '4.5',
    clauses: ['4.5#relationships'],
    level: 'stated',
    title: 'each response has `relationships`',
    ignored: 'which of them are cut off or missing',
    on,
    *judge({ exchange, attributes: { relationships } }): Iterable<Failure> {
      if (typeof relationships === 'object' && relationships !== null) return
      yield {
        message: 'The response has no `relationships`.',
        expected: 'an object, perhaps empty',
        actual: inJson(relationships),
        pointer: '/attributes/relationships',
        exchange,
      }
    },
  }),
  {
    id: '4.5/identity',
    section: '4.5',
    clauses: ['4.5#identity'],
    level: 'inferred',
    title: 'an update of the startup leaves alone what the request cannot carry',
    phase: 'rule',
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      await startups(fixtures)
      await startupVariety(fixtures)
      const byValue = changedDefault(fixtures)
      if (byValue) return byValue
      const changed = changedFields(fixtures)
      const seen = ({ pointer }: Failure) =>
        new Set(changed.filter((other) => other.pointer === pointer).map(({ actual }) => actual)).size
      // A third value says that somebody else edits the server during the run, or that each update changes it.
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
  },
  {
    id: '4.5/persists',
    section: '4.5',
    clauses: ['4.5#persists'],
    level: 'inferred',
    title: 'what a startup update sent is still so in later responses of other operations',
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      // A server that keeps one set of values for all its servers shows those of this one in the other one from then on.
      await otherStartup(fixtures).catch(ignoreUnjudged)
      for (const by of ['id', 'uuid'] as const) {
        const first = await lostFields(fixtures, 'first', by)
        if (first.length === 0) continue
        const again = await lostFields(fixtures, 'second', by)
        const failure = again.find(({ message }) => first.some((before) => before.message === message))
        if (failure) return failure
      }
      // Somebody else may have updated the server in between: what is lost again is lost.
      const lost = (await lostVariable(fixtures, 'first')) && (await lostVariable(fixtures, 'second'))
      if (lost) return lost
      for (const by of ['id', 'uuid'] as const) {
        const failure = (await lostScripts(fixtures, by)) && (await lostScripts(fixtures, by))
        if (failure) return failure
      }
      return undefined
    },
  },
  othersUnchanged({
    section: '4.5',
    operation: 'updateServerStartup',
    kind: 'server',
    look: (fixtures) => fixtures.mountsNow(),
  }),
  {
    id: '4.5/path',
    section: '4.5',
    clauses: ['4.5#path'],
    level: 'inferred',
    title: 'a server that is not there is not answered with this one',
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      const { session } = fixtures
      const own = session.resource('server')
      for (const named of [unknownId, `${written(String(own.id))}x`, unknownUuid, uuidLike(own.uuid)]) {
        const parts = await startupParts(fixtures, 'nobody')
        const exchange = await session.send('updateServerStartup', { ...parts, named })
        if (!wasGranted(exchange)) continue
        const { id, uuid } = granted(exchange).attributes
        if (id !== own.id && !isSame('uuid', uuid, own.uuid)) continue
        return {
          message: 'An update of a server that is not there was done to this one.',
          expected: 'a refusal',
          actual: inJson(id),
          pointer: '/attributes/id',
          exchange,
        }
      }
      return undefined
    },
  },
]

/** An update of the other server, where the target has one: its id is in the path. */
async function otherStartup(fixtures: Fixtures): Promise<void> {
  const { session } = fixtures
  const { otherServer } = session.target.resources
  if (!otherServer) return
  await session.once('startup other', async () => {
    const before = await fixtures.companion('showServer', otherServer.id)
    const { startup_command: startup, image: docker_image } = containerOf(before ?? {})
    const fields = before
      ? { startup, docker_image, egg_id: before['egg'] }
      : (await startupParts(fixtures, 'other')).fields
    const exchange = await session.send('updateServerStartup', {
      named: otherServer.id,
      ...(fields && { fields }),
    })
    if (wasGranted(exchange) && !before)
      session.ledger.push(`server ${otherServer.id}: startup command and image are the run's own`)
  })
}

/** Whether the server stays the same between two reads, but not across an update, three times of three. */
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

/** Those of the changes that happened once and lasted, as when an administrator edits the server between two updates. */
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

/** Fields of the promised server that one of its updates shows otherwise than the first one. */
function changedFields(fixtures: Fixtures): Failure[] {
  const { id } = fixtures.session.resource('server')
  const [first, ...others] = fixtures.session
    .granted(...on)
    .map((exchange) => granted(exchange))
    .filter(({ attributes }) => attributes['id'] === id)
  return first ? others.flatMap((other) => movedFields(first.attributes, other)) : []
}

/** Fields that the first update shows otherwise than the read right before it. */
async function changedAtOnce(fixtures: Fixtures): Promise<Failure[]> {
  const { session } = fixtures
  const { id } = session.resource('server')
  const { exchange } = await fixtures.accepted('updateServerStartup')
  const read = await serverBefore(fixtures)
  const all = session.exchanges
  // With other requests in between, somebody else may have edited the server.
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

/** An install-script behavior that an update shows, but later mounts do not; the last one is that of the target. */
async function lostScripts(fixtures: Fixtures, by: 'id' | 'uuid'): Promise<Failure | undefined> {
  const { session } = fixtures
  const scriptsIn = (attributes: Attributes): unknown => containerOf(attributes)['skip_scripts']
  const played: { readonly update: Exchange; readonly look: Exchange }[] = []
  // A value that is never stored may be the same as one of the two.
  for (const behavior of ['other', 'pinned'] as const) {
    const [update] = (await sendScripts(fixtures, 'scripts kept', [behavior], by)) ?? []
    if (update) played.push({ update, look: await fixtures.mountsNow() })
  }
  const updates = played.map(({ update }) => update)
  if (updates.length < 2 || !updates.every(wasGranted)) return undefined
  const [one, other] = updates.map((update) => scriptsIn(granted(update).attributes))
  // Without an effect on the response there is nothing to keep; another check says so.
  if (one === other) return undefined
  for (const { update, look } of played) {
    const shown = scriptsIn(granted(update).attributes)
    const server = nestedOf(look, 'server').find(({ id }) => id === session.resource('server').id)
    const later = server && scriptsIn(server)
    if (typeof later !== 'boolean' || later === shown) continue
    return {
      message: 'A later response does not have the install-script behavior that the server was given.',
      expected: inJson(shown),
      actual: inJson(later),
      pointer: '/data/0/attributes/relationships/servers',
      exchange: look,
      after: update,
    }
  }
  return undefined
}

/** The beginning of those values of variables that no share file has. */
const variableMark = ({ mark }: Session): string => `${mark} value`

/** A default of a variable that has become a value which the run gave its server. */
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

/** A value of a variable that an update shows, but later mounts do not. */
async function lostVariable(fixtures: Fixtures, round: string): Promise<Failure | undefined> {
  const { session } = fixtures
  if (namedFields(session).environment === undefined) return undefined
  const sent = await sendVariable(fixtures, `${variableMark(session)} ${round}`).catch(ignoreUnjudged)
  if (!sent || !wasGranted(sent.exchange)) return undefined
  const { name, value, exchange } = sent
  const valueIn = (server: Attributes): unknown => {
    const { environment } = containerOf(server)
    const kept = isObject(environment) && Object.keys(environment).length > 0 ? environment : undefined
    if (kept) return kept[name] ?? null
    return nestedItems(server, 'variables').find(({ env_variable }) => env_variable === name)?.[
      'server_value'
    ]
  }
  if (valueIn(granted(exchange).attributes) !== value) return undefined
  const look = await fixtures.mountsNow()
  const server = nestedOf(look, 'server').find(({ id }) => id === session.resource('server').id)
  const later = server && valueIn(server)
  if (later === undefined || isSame(name, value, later)) return undefined
  return {
    message: `A later response does not have the value of the variable ${name} that the server was given.`,
    expected: inJson(value),
    actual: inJson(later),
    pointer: '/data/0/attributes/relationships/servers',
    exchange: look,
    after: exchange,
  }
}

/** Fields that a later response shows otherwise than the update sent and echoed them. */
async function lostFields(fixtures: Fixtures, round: string, by: 'id' | 'uuid'): Promise<Failure[]> {
  const { session } = fixtures
  const server = session.resource('server')
  const update = await sendStartup(fixtures, `kept ${round} ${by}`, { by })
  const { sent, attributes } = granted(update)
  const kept = echoes.filter(
    ([, field, , read]) => Object.hasOwn(sent, field) && isSame(field, sent[field], read(attributes)),
  )
  if (kept.length === 0) throw new Prerequisite('4.5/startup')
  const looks = [await fixtures.mountsNow()]
  if (session.target.resources.egg !== undefined)
    looks.push(await importMarked(fixtures, `${session.mark} after ${round}`).catch(() => looks[0] as never))
  const shown = looks.flatMap((exchange) =>
    nestedOf(exchange, 'server')
      .filter(({ id }) => id === server.id)
      .map((found) => ({ exchange, found })),
  )
  if (shown.length === 0) throw new Unseen('no later response shows the server')
  return shown.flatMap(({ exchange, found }) =>
    kept
      .filter(([, field, , read]) => read(found) !== undefined && !isSame(field, sent[field], read(found)))
      .map(([, field, , read]) => ({
        message: `A later response does not have the \`${field}\` that the server was given.`,
        expected: inJson(sent[field]),
        actual: inJson(read(found)),
        pointer: '/attributes/relationships/servers',
        exchange,
        after: update,
      })),
  )
}
