import { type OperationId, operations } from '../../src/contract/index.ts'
import { attempt, bad, candidate } from '../attempts.ts'
import { type Check, differs } from '../check.ts'
import { findingOf, heardVerdict } from '../heard.ts'
import { inShort } from '../judge.ts'
import { nested, nestedItems } from '../nested.ts'
import { Unjudged } from '../outcome.ts'
import { granted, type Scenes } from '../scenes.ts'
import { kebab } from '../slug.ts'

/** Tries every credential that an operation must refuse; what was granted is the matter of another check. */
async function intrude(scenes: Scenes, id: OperationId): Promise<void> {
  granted(await scenes.plain(id))
  const { family } = operations[id]
  const credentials = family === 'application' ? bad : [...bad, 'application' as const]
  for (const credential of credentials) {
    if (!scenes.session.has(credential)) continue
    const exchange = await attempt(scenes, id, credential)
    if (heardVerdict(exchange) !== 'refused') throw new Unjudged(`prerequisite: 5/${kebab(id)}-refuses-*`)
  }
}

const check = (id: OperationId, title: string, run: Check['run']): Check => ({
  id: `5/${kebab(id)}-refused-changes-nothing`,
  section: '5',
  clauses: ['5#refused-changes-nothing'],
  level: 'inferred',
  title,
  run,
})

/** Section 5: refused writes leave no trace, wherever the eight operations let one look. */
export const refusedWrites: readonly Check[] = [
  check('createUser', 'a refused creation creates nobody', async (scenes) => {
    await intrude(scenes, 'createUser')
    const person = await candidate(scenes, 'none')
    const exchange = await scenes.calls.createUser(person)
    const again = await scenes.calls.createUser(person)
    if (heardVerdict(again) === 'granted') throw new Unjudged('the server takes the same e-mail twice')
    if (heardVerdict(exchange) === 'granted') return undefined
    return {
      message: findingOf(exchange, 'A user whom only refused requests tried to create is there already.'),
      expected: 'the user can be created',
      actual: inShort(exchange.reply, exchange.failure),
      exchange,
    }
  }),
  check('updateNode', 'a refused update leaves the node alone', async (scenes) => {
    granted(await scenes.calls.updateNode({ ...(await scenes.nodeBody(2)), name: 'Nestbox check kept' }))
    await intrude(scenes, 'updateNode')
    // What was tried before must not count, so the bad tokens try once more after the good one.
    for (const credential of bad) {
      if (scenes.session.has(credential))
        heardVerdict(
          await scenes.calls.updateNode({ ...(await scenes.nodeBody(2)), name: 'Intruder' }, credential),
        )
    }
    const later = granted(await scenes.calls.startup(scenes.startupBody('after intruders')))
    const node = nested(later.attributes, 'node')
    if (!node || later.attributes['node'] !== scenes.session.resource('node'))
      throw new Unjudged('no later answer shows the node')
    const message = 'A refused update changed the name of the node.'
    return differs(
      later.exchange,
      '/attributes/relationships/node/attributes/name',
      'Nestbox check kept',
      node['name'],
      message,
    )
  }),
  check('importEgg', 'a refused import leaves the egg alone', async (scenes) => {
    granted(await scenes.plain('importEgg'))
    granted(await scenes.calls.importMarked('Nestbox check kept'))
    for (const credential of [...bad, 'application' as const]) {
      if (!scenes.session.has(credential)) continue
      const exchange = await scenes.calls.importMarked('Intruder', credential)
      if (heardVerdict(exchange) !== 'refused') throw new Unjudged('prerequisite: 5/import-egg-refuses-*')
    }
    const later = granted(await scenes.calls.startup(scenes.startupBody('after the import')))
    const egg = nested(later.attributes, 'egg')
    if (!egg) throw new Unjudged('no later answer shows the egg')
    const shown = JSON.stringify(egg)
    if (!shown.includes('Intruder')) {
      if (shown.includes('Nestbox check kept')) return undefined
      throw new Unjudged('no later answer shows what was imported')
    }
    return {
      message: 'A refused import changed the egg.',
      expected: 'nothing of the refused file',
      actual: 'a text of the refused file',
      pointer: '/attributes/relationships/egg',
      exchange: later.exchange,
    }
  }),
  check('updateServerStartup', 'a refused startup update leaves the server alone', async (scenes) => {
    granted(await scenes.plain('updateServerStartup'))
    const { sent } = granted(await scenes.calls.startup(scenes.startupBody('kept')))
    for (const credential of [...bad, 'application' as const]) {
      if (!scenes.session.has(credential)) continue
      const exchange = await scenes.calls.startup(scenes.startupBody('Intruder'), 'id', credential)
      if (heardVerdict(exchange) !== 'refused') {
        throw new Unjudged('prerequisite: 5/update-server-startup-refuses-*')
      }
    }
    const later = granted(await scenes.calls.importMarked('Nestbox check after'))
    const { id } = scenes.session.resource('server')
    const server = nestedItems(later.attributes, 'servers').find((item) => item['id'] === id)
    if (!server) throw new Unjudged('no later answer shows the server')
    const container = server['container'] as { startup_command?: unknown } | undefined
    const message = 'A refused startup update changed the command of the server.'
    return differs(
      later.exchange,
      '/attributes/relationships/servers',
      sent['startup'],
      container?.startup_command,
      message,
    )
  }),
]
