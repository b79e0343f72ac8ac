import type { Fixtures } from '../judge/fixtures.ts'
import { startups, startupVariety, variableMark } from '../judge/operations/update-server-startup.ts'
import type { Failure } from '../judge/outcome.ts'
import { type CheckRow, inJson } from './check.ts'
import { logCheck } from './log-check.ts'

const kept = logCheck({
  id: '4.5/identity',
  clauses: ['4.5#identity'],
  title: 'an update of the startup leaves alone what the request cannot carry',
  on: 'updateServerStartup',
  scenes: [startups, startupVariety, (fixtures) => fixtures.look('server')],
})

export const startupIdentity: CheckRow = {
  ...kept,
  phase: 'after',
  async run(fixtures) {
    return (await kept.run(fixtures)) ?? changedDefault(fixtures)
  },
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
