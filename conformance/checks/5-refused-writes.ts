import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Credential } from '../client/credentials.ts'
import { attempt, bad, candidate } from '../judge/attempts.ts'
import { findingOf, heardReception } from '../judge/heard.ts'
import { commandIn, nodeIn } from '../judge/later.ts'
import { prerequisite, Unjudged } from '../judge/outcome.ts'
import { nested } from '../judge/parts.ts'
import { inShort } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { type Check, differs } from './check.ts'
import { kebab } from './slug.ts'

/** Tries every credential that an operation must refuse; what was granted is the matter of another check. */
async function intrude(
  scenes: Scenes,
  id: OperationId,
  play: (credential: Credential) => Promise<Exchange> = (credential) => attempt(scenes, id, credential),
): Promise<void> {
  const { family } = operations[id]
  const credentials = family === 'application' ? bad : [...bad, 'application' as const]
  for (const credential of credentials) {
    if (!scenes.session.has(credential)) continue
    if (heardReception(await play(credential)) !== 'refused') throw prerequisite(`5/${kebab(id)}-refuses-*`)
  }
}

/** What the refused requests write if they write. */
const intruder = 'Intruder'

const check = (id: OperationId, title: string, run: Check['run']): Check => ({
  id: `5/${kebab(id)}-refused-changes-nothing`,
  section: '5',
  clauses: ['5#refused-changes-nothing'],
  level: 'inferred',
  title,
  async run(scenes) {
    granted(await scenes.plain(id))
    return run(scenes)
  },
})

/** Section 5: refused writes leave no trace, wherever the eight operations let one look. */
export const refusedWrites: readonly Check[] = [
  check('createUser', 'a refused creation creates nobody', async (scenes) => {
    await intrude(scenes, 'createUser')
    const person = await candidate(scenes, 'none')
    const exchange = await scenes.calls.createUser(person)
    const again = await scenes.calls.createUser(person)
    if (heardReception(again) === 'granted') throw new Unjudged('the server takes the same e-mail twice')
    if (heardReception(exchange) === 'granted') return undefined
    return {
      message: findingOf(exchange, 'A user whom only refused requests tried to create is there already.'),
      expected: 'the user can be created',
      actual: inShort(exchange.reply, exchange.failure),
      exchange,
    }
  }),
  check('updateNode', 'a refused update leaves the node alone', async (scenes) => {
    const { calls } = scenes
    const body = await scenes.nodeBody(2)
    const { sent } = granted(await calls.updateNode({ ...body, name: 'Nestbox check kept' }))
    await intrude(scenes, 'updateNode', (credential) =>
      calls.updateNode({ ...body, name: intruder }, credential),
    )
    const later = granted(await calls.startup(scenes.startupBody('after intruders')))
    const message = 'A refused update changed the name of the node.'
    const pointer = '/attributes/relationships/node/attributes/name'
    const name = nodeIn(later, scenes)['name']
    // A good update that was not kept either is the matter of another check.
    if (name !== sent['name'] && name !== intruder) throw prerequisite('4.1/persists')
    return differs(later.exchange, pointer, sent['name'], name, message)
  }),
  check('importEgg', 'a refused import leaves the egg alone', async (scenes) => {
    const { calls } = scenes
    granted(await calls.importMarked('Nestbox check kept'))
    await intrude(scenes, 'importEgg', (credential) => calls.importMarked(intruder, credential))
    const later = granted(await calls.startup(scenes.startupBody('after the import')))
    const egg = nested(later.attributes, 'egg')
    if (!egg) throw new Unjudged('no later answer shows the egg')
    const shown = JSON.stringify(egg)
    if (!shown.includes(intruder)) {
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
    const { calls } = scenes
    const { sent } = granted(await calls.startup(scenes.startupBody('kept')))
    await intrude(scenes, 'updateServerStartup', (credential) =>
      calls.startup(scenes.startupBody(intruder), 'id', credential),
    )
    const later = granted(await calls.importMarked('Nestbox check after'))
    const message = 'A refused startup update changed the command of the server.'
    const pointer = '/attributes/relationships/servers'
    const command = commandIn(later, scenes)
    const isOf = [sent, scenes.startupBody(intruder)].some(({ startup }) => startup === command)
    if (!isOf) throw new Unjudged('a later answer shows a startup command that was not sent')
    return differs(later.exchange, pointer, sent['startup'], command, message)
  }),
]
