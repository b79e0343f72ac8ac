import {
  environments,
  foreignEgg,
  otherStartup,
  scriptsAlone,
  scriptUpdates,
  sendStartup,
  startupFieldsAlone,
  startupVariety,
} from '../judge/operations/update-server-startup.ts'
import { ignoreUnjudged } from '../judge/outcome.ts'
import type { CheckRow } from './check.ts'
import { logCheck } from './log-check.ts'

export const startupPersists: CheckRow = logCheck({
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
})
