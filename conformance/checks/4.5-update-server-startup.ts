import { type Evidence, type Fixtures, plainly, type Scene } from '../judge/fixtures.ts'
import { nestedLater } from '../judge/not-shown.ts'
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
import { type Failure, ignoreUnjudged } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { doesNotSuit } from '../judge/why-refused.ts'
import { type CheckRow, inJson } from './check.ts'
import { echoCheck } from './echo.ts'
import { bothNamesCheck, othersUnchanged, sameCheck } from './identity-checks.ts'
import { relationshipsCheck } from './place-checks.ts'

/** Why a check is not selected: the target does not name a field of the body, which the document leaves open. */
const needsField =
  (name: keyof ReturnType<typeof namedFields>, what: string) =>
  ({ session }: Fixtures): string | undefined =>
    namedFields(session)[name] === undefined ? `no field of \`requests.startup\` holds ${what}` : undefined

const anyForeignEgg: Scene = (fixtures) => fixtures.play(foreignEgg, 'id')

/** A separate read for each check, since the values of the server change meanwhile. */
const lookAtServer = (): Scene => (fixtures) => fixtures.look('server')

/** Updates by id and by UUID, with a read after each. */
const keptStartups: Scene = async (fixtures) => {
  // If a server stores one set of values for all servers, this update overwrites the values of the judged server.
  await fixtures.play(otherStartup).catch(ignoreUnjudged)
  for (const by of ['id', 'uuid'] as const) {
    await sendStartup(fixtures, `kept ${by}`, { by })
    await fixtures.look('server')
  }
}

/** A failure if the default of a variable has a value that the run set for the server. */
function changedDefault({ session, seen }: Evidence): Failure | undefined {
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

export const updateServerStartup: readonly CheckRow[] = [
  ...startupFields.map(([slug, field, at]) =>
    echoCheck({
      id: `4.5/${slug}`,
      title: `the \`${field}\` that was sent is the \`${at}\` of the response`,
      operation: 'updateServerStartup',
      field,
      at,
      scenes: [startups, startupVariety, anyForeignEgg, startupFieldsAlone, environments],
    }),
  ),
  {
    id: '4.5/environment',
    title: 'values of variables that were sent are in `container.environment` of the response',
    notSelected: needsField('environment', 'the environment'),
    needs: [plainly.updateServerStartup, environments],
    judge(evidence) {
      const sent = evidence.result(environments) ?? []
      const last = sent.at(-1)
      if (!last || sent.some(wasGranted)) return undefined
      return {
        skip: `no value of the variable ${last.ask.variable} was granted; the server said to the last one: ${inShort(last.reply, last.failure)}`,
      }
    },
  },
  {
    id: '4.5/install-script',
    title: 'the install-script behavior that was sent shows in `container.skip_scripts` of the response',
    ignored: 'which of the two values skips the scripts',
    notSelected: needsField('scripts', 'the install-script behavior'),
    needs: [plainly.updateServerStartup, scriptUpdates],
    scenes: [scriptsAlone],
    judge(evidence) {
      const refused = evidence.result(scriptUpdates)?.find((exchange) => !wasGranted(exchange))
      if (!refused) return undefined
      return { skip: `one of the two behaviors was not granted: ${doesNotSuit(evidence, refused)}` }
    },
  },
  bothNamesCheck('updateServerStartup', 'the server, as by id', startups),
  sameCheck('updateServerStartup', ['4.5#route', '4.5#same-server', '4.5#path'], startups, otherStartup),
  relationshipsCheck('4.5/relationships', 'updateServerStartup'),
  {
    id: '4.5/identity',
    title: 'an update of the startup does not change fields that the request cannot carry',
    phase: 'last',
    needs: [plainly.updateServerStartup],
    scenes: [startups, startupVariety, lookAtServer()],
    judge: changedDefault,
  },
  {
    id: '4.5/persists',
    title: 'values of a startup update are the same in later responses of other operations',
    needs: [plainly.updateServerStartup, keptStartups],
    scenes: [
      ...[startupVariety, startupFieldsAlone, anyForeignEgg, environments, scriptUpdates, scriptsAlone],
      ...[otherStartup, lookAtServer()],
    ],
    judge: nestedLater('server'),
  },
  othersUnchanged('updateServerStartup', startups, otherStartup, lookAtServer()),
]
