import type { Exchange } from '../client/client.ts'
import { type Fixtures, granted } from '../judge/fixtures.ts'
import {
  environments,
  foreignEgg,
  namedFields,
  otherStartup,
  scriptsAlone,
  scriptUpdates,
  startupFields,
  startupFieldsAlone,
  startups,
  startupVariety,
} from '../judge/operations/update-server-startup.ts'
import type { Failure } from '../judge/outcome.ts'
import { containerOf } from '../judge/parts.ts'
import { inShort, isObject, wasGranted } from '../judge/reception.ts'
import { ruleCheck, summed } from '../judge/rule.ts'
import { doesNotSuit, whyRefused } from '../judge/why-refused.ts'
import { startupIdentity } from './4.5-startup-identity.ts'
import { startupPersists } from './4.5-startup-persists.ts'
import { type CheckRow, differs, inJson } from './check.ts'
import { echoCheck } from './echo.ts'
import { sameCheck } from './identity-checks.ts'
import { othersUnchanged } from './others-unchanged.ts'
import { pathCheck } from './path-check.ts'

const on = ['updateServerStartup'] as const

export const updateServerStartup: readonly CheckRow[] = [
  ...startupFields.map(([slug, field, at, read]) =>
    echoCheck({
      id: `4.5/${slug}`,
      clauses: [`4.5#${slug}`],
      title: `the \`${field}\` that was sent is the \`${at.replaceAll('/', '.')}\` of the response`,
      operation: 'updateServerStartup',
      field,
      at,
      read: ({ attributes }) => read(attributes),
      fixtures: [startups, startupVariety, foreignEgg, startupFieldsAlone],
    }),
  ),
  {
    id: '4.5/environment',
    clauses: ['4.5#environment'],
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
        return {
          skip: `no value of the variable ${last.name} was granted; the server said to the last one: ${inShort(last.exchange.reply, last.exchange.failure)}`,
        }
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
    clauses: ['4.5#install-script'],
    title: 'the install-script behavior that was sent shows in `container.skip_scripts` of the response',
    ignored: 'which of the two values skips the scripts',
    notSelected: ({ session }) =>
      namedFields(session).scripts === undefined
        ? 'no field of `requests.startup` holds the install-script behavior'
        : undefined,
    async run(fixtures) {
      granted(await fixtures.plain('updateServerStartup'))
      for (const by of ['id', 'uuid'] as const) {
        const played = await scriptUpdates(fixtures, by)
        const [first, last] = played ?? []
        const refused = played?.find((exchange) => !wasGranted(exchange))
        if (refused)
          return { skip: `one of the two behaviors was not granted: ${doesNotSuit(fixtures, refused)}` }
        if (!played || !first || !last) return { skip: 'the two behaviors could not be sent' }
        const [one, other] = played.map(
          (exchange) => containerOf(granted(exchange).attributes)['skip_scripts'],
        )
        const failure =
          one === other
            ? {
                message: `\`container.skip_scripts\` is ${inJson(one)} after each of two updates that sent opposite install-script behaviors.`,
                expected: `${inJson(one)} after one of the two updates, and another value after the other one`,
                actual: `${inJson(other)} after both`,
                pointer: '/attributes/container/skip_scripts',
                exchange: last,
                after: first,
              }
            : by === 'id' && (await otherAlone(fixtures, first, one))
        if (failure) return failure
      }
      return undefined
    },
  },
  {
    id: '4.5/by-id-and-uuid',
    clauses: ['4.5#by-id', '4.5#by-uuid'],
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
  sameCheck('updateServerStartup', ['4.5#route', '4.5#same-server', '4.5#path'], {
    fixtures: [startups, otherStartup],
  }),
  ruleCheck({
    id: '4.5/relationships',
    clauses: ['4.5#relationships'],
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
  startupIdentity,
  startupPersists,
  othersUnchanged({
    operation: 'updateServerStartup',
    kind: 'server',
    scenes: [startups, otherStartup, (fixtures) => fixtures.look('server')],
  }),
  pathCheck('updateServerStartup', 'a server that is not there is not answered with this one'),
]

/**
 * A failure if the install-script behavior has another effect when it is sent alone. A server may refuse such a body.
 */
async function otherAlone(
  fixtures: Fixtures,
  whole: Exchange,
  expected: unknown,
): Promise<Failure | undefined> {
  const [alone] = (await scriptsAlone(fixtures)) ?? []
  if (!alone || !wasGranted(alone)) return undefined
  const got = containerOf(granted(alone).attributes)['skip_scripts']
  if (got === expected) return undefined
  return {
    message:
      '`container.skip_scripts` depends on whether other fields are sent with the install-script behavior.',
    expected: inJson(expected),
    actual: inJson(got),
    pointer: '/attributes/container/skip_scripts',
    exchange: alone,
    after: whole,
  }
}
