import type { Fixtures } from '../judge/fixtures.ts'
import {
  environments,
  foreignEgg,
  namedFields,
  otherStartup,
  scriptsAlone,
  scriptUpdates,
  sendStartup,
  startupFields,
  startupFieldsAlone,
  startups,
  startupVariety,
  variableMark,
} from '../judge/operations/update-server-startup.ts'
import { type Failure, ignoreUnjudged, Unjudged } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import { type CheckRow, inJson } from './check.ts'
import { echoCheck } from './echo.ts'
import { bothNamesCheck, sameCheck } from './identity-checks.ts'
import { logCheck } from './log-check.ts'
import { othersUnchanged } from './others-unchanged.ts'
import { pathCheck } from './path-check.ts'
import { relationshipsCheck } from './relationships-check.ts'

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
  logCheck({
    id: '4.5/environment',
    clauses: ['4.5#environment'],
    title: 'values of variables that were sent are in `container.environment` of the response',
    notSelected: ({ session }) =>
      namedFields(session).environment === undefined
        ? 'no field of `requests.startup` holds the environment'
        : undefined,
    on: 'updateServerStartup',
    async opening(fixtures) {
      const sent = await environments(fixtures)
      const last = sent.at(-1)
      if (last && !sent.some(wasGranted))
        throw new Unjudged(
          `no value of the variable ${last.ask.variable} was granted; the server said to the last one: ${inShort(last.reply, last.failure)}`,
        )
    },
  }),
  logCheck({
    id: '4.5/install-script',
    clauses: ['4.5#install-script'],
    title: 'the install-script behavior that was sent shows in `container.skip_scripts` of the response',
    ignored: 'which of the two values skips the scripts',
    notSelected: ({ session }) =>
      namedFields(session).scripts === undefined
        ? 'no field of `requests.startup` holds the install-script behavior'
        : undefined,
    on: 'updateServerStartup',
    async opening(fixtures) {
      const sent = [...(await scriptUpdates(fixtures, 'id')), ...(await scriptUpdates(fixtures, 'uuid'))]
      const refused = sent.find((exchange) => !wasGranted(exchange))
      if (refused)
        throw new Unjudged(`one of the two behaviors was not granted: ${doesNotSuit(fixtures, refused)}`)
    },
    scenes: [scriptsAlone],
  }),
  bothNamesCheck('updateServerStartup', 'the server, as by id', startups),
  sameCheck('updateServerStartup', ['4.5#route', '4.5#same-server', '4.5#path'], {
    fixtures: [startups, otherStartup],
  }),
  relationshipsCheck('4.5/relationships', 'updateServerStartup'),
  logCheck({
    id: '4.5/identity',
    clauses: ['4.5#identity'],
    title: 'an update of the startup leaves alone what the request cannot carry',
    on: 'updateServerStartup',
    phase: 'after',
    scenes: [startups, startupVariety, (fixtures) => fixtures.look('server')],
    trace: changedDefault,
  }),
  logCheck({
    id: '4.5/persists',
    clauses: ['4.5#persists'],
    title: 'what a startup update sent stays in later responses of other operations',
    on: 'updateServerStartup',
    shown: 'server',
    async opening(fixtures) {
      // If a server stores one set of values for all servers, this update overwrites the values of the judged server.
      await otherStartup(fixtures).catch(ignoreUnjudged)
      for (const by of ['id', 'uuid'] as const) {
        await sendStartup(fixtures, `kept ${by}`, { by })
        await fixtures.look('server')
      }
    },
    scenes: [
      ...[startupVariety, startupFieldsAlone, foreignEgg, environments, scriptUpdates, scriptsAlone],
      (fixtures) => scriptUpdates(fixtures, 'uuid'),
      otherStartup,
      (fixtures) => fixtures.look('server'),
    ],
  }),
  othersUnchanged({
    operation: 'updateServerStartup',
    kind: 'server',
    scenes: [startups, otherStartup, (fixtures) => fixtures.look('server')],
  }),
  pathCheck('updateServerStartup', 'a server that is not there is not answered with this one'),
]

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
