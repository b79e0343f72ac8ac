import type { Exchange } from '../client/client.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import { importMarked } from '../judge/operations/import-egg.ts'
import {
  namedFields,
  otherStartup,
  sendScripts,
  sendStartup,
  sendVariable,
  startupFields,
  variableMark,
} from '../judge/operations/update-server-startup.ts'
import { type Failure, ignoreUnjudged, Prerequisite, Unseen } from '../judge/outcome.ts'
import { type Attributes, containerOf, nestedItems, nestedOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { settle } from '../judge/session.ts'
import { type Check, inJson } from './check.ts'

export const startupPersists: Check = {
  id: '4.5/persists',
  section: '4.5',
  clauses: ['4.5#persists'],
  level: 'inferred',
  title: 'what a startup update sent stays in later responses of other operations',
  async run(fixtures) {
    granted(await fixtures.plain('updateServerStartup'))
    // If a server stores one set of values for all servers, this update overwrites the values of the judged server.
    await otherStartup(fixtures).catch(ignoreUnjudged)
    for (const by of ['id', 'uuid'] as const) {
      const first = await lostFields(fixtures, 'first', by)
      if (first.length === 0) continue
      const again = await lostFields(fixtures, 'second', by)
      const failure = again.find(({ message }) => first.some((before) => before.message === message))
      if (failure) return failure
    }
    // Another client may have updated the server in between, so that only a second loss counts.
    const lost = (await lostVariable(fixtures, 'first')) && (await lostVariable(fixtures, 'second'))
    if (lost) return lost
    for (const by of ['id', 'uuid'] as const) {
      const failure =
        (await lostScripts(fixtures, by, 'first')) && (await lostScripts(fixtures, by, 'second'))
      if (failure) return failure
    }
    return undefined
  },
}

/**
 * A failure for an install-script behavior that the update shows and later mounts do not. Ends with the target's one.
 */
async function lostScripts(
  fixtures: Fixtures,
  by: 'id' | 'uuid',
  round: string,
): Promise<Failure | undefined> {
  const { session } = fixtures
  const scriptsIn = (attributes: Attributes): unknown => containerOf(attributes)['skip_scripts']
  const played: { readonly update: Exchange; readonly look: Exchange }[] = []
  // Both behaviors are sent, because a value that is never stored can be the same as one of the two.
  for (const behavior of ['other', 'pinned'] as const) {
    const [update] = (await sendScripts(fixtures, 'scripts kept', [behavior], { by })) ?? []
    if (update && round === 'second') await settle(session)
    if (update) played.push({ update, look: await fixtures.mountsNow() })
  }
  const updates = played.map(({ update }) => update)
  if (updates.length < 2 || !updates.every(wasGranted)) return undefined
  const [one, other] = updates.map((update) => scriptsIn(granted(update).attributes))
  // If the response does not show the behavior, another check fails.
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

/** A failure for a value of a variable that the update shows and later mounts do not. */
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
  if (round === 'second') await settle(session)
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

/** Failures for fields that were sent and echoed, and that a later response shows with another value. */
async function lostFields(fixtures: Fixtures, round: string, by: 'id' | 'uuid'): Promise<Failure[]> {
  const { session } = fixtures
  const server = session.resource('server')
  const update = await sendStartup(fixtures, `kept ${round} ${by}`, { by })
  const { sent, attributes } = granted(update)
  const kept = startupFields.filter(
    ([, field, , read]) => Object.hasOwn(sent, field) && isSame(field, sent[field], read(attributes)),
  )
  if (kept.length === 0) throw new Prerequisite('4.5/startup')
  if (round === 'second') await settle(session)
  const looks = [await fixtures.mountsNow()]
  if (session.target.resources.egg !== undefined)
    looks.push(await importMarked(fixtures, `${session.mark} after ${round}`).catch(() => looks[0] as never))
  const shown = looks.flatMap((exchange) =>
    nestedOf(exchange, 'server')
      .filter(({ id }) => id === server.id)
      .map((found) => ({ exchange, found })),
  )
  if (shown.length === 0) throw new Unseen('no later response shows the server')
  const lost = shown.flatMap(({ exchange, found }) =>
    kept
      .filter(([, field, , read]) => read(found) !== undefined && !isSame(field, sent[field], read(found)))
      .map(([, field, , read]) => ({
        field,
        message: `A later response does not have the \`${field}\` that the server was given.`,
        expected: inJson(sent[field]),
        actual: inJson(read(found)),
        pointer: '/attributes/relationships/servers',
        exchange,
        after: update,
      })),
  )
  const byImport = lost.filter(({ exchange }) => exchange !== looks[0])
  if (byImport.length === 0 || byImport.length < lost.length) return lost
  // An import may change the servers of its egg; then the mounts show the change too.
  const [now] = nestedOf(await fixtures.mountsNow(), 'server').filter(({ id }) => id === server.id)
  return byImport.filter(({ field }) => {
    const [, , , read] = kept.find(([, name]) => name === field) ?? []
    return now !== undefined && read !== undefined && isSame(field, sent[field], read(now))
  })
}
