import { type families, type Level, type OperationId, operations } from '../../src/contract/index.ts'
import { type Check, differs, refuses } from '../check.ts'
import type { Credential, Exchange } from '../client.ts'
import { inShort, isObject, verdictOf } from '../judge.ts'
import { type Failure, Unjudged } from '../outcome.ts'
import { granted, ignoreUnjudged, type Scenes } from '../scenes.ts'
import type { TokenName } from '../target.ts'
import { nested, nestedItems } from './4.1-update-node.ts'

type Family = keyof typeof families

/** What section 5 says of each family, read by the kit for itself. */
const accepts: Readonly<Record<Family, readonly TokenName[]>> = {
  application: ['application', 'rootClient'],
  admin: ['rootClient'],
  client: ['userClient'],
}

interface Rejection {
  readonly credential: Credential
  readonly slug: string
  readonly inWords: string
  readonly clause: (family: Family) => string
  readonly level: (family: Family) => Level
  readonly families: readonly Family[]
}

const everywhere: readonly Family[] = ['application', 'admin', 'client']
const inferred = (): Level => 'inferred'
const stated = (): Level => 'stated'

/** Who is to be turned away, and from where. */
const rejections: readonly Rejection[] = [
  {
    credential: 'none',
    slug: 'no-header',
    inWords: 'no Authorization header',
    clause: () => '5#bearer-header',
    level: stated,
    families: everywhere,
  },
  {
    credential: 'empty',
    slug: 'empty-bearer',
    inWords: 'an empty bearer',
    clause: () => '5#bearer-header',
    level: stated,
    families: everywhere,
  },
  {
    credential: 'garbage',
    slug: 'garbage',
    inWords: 'a token that nobody issued',
    clause: () => '5#unknown-token',
    level: inferred,
    families: everywhere,
  },
  {
    credential: 'altered',
    slug: 'altered-token',
    inWords: 'a token with one character changed',
    clause: () => '5#unknown-token',
    level: inferred,
    families: everywhere,
  },
  {
    credential: 'application',
    slug: 'application-token',
    inWords: 'an application token',
    clause: (family) => `5#${family}-refuses-application`,
    level: (family) => (family === 'admin' ? 'stated' : 'inferred'),
    families: ['admin', 'client'],
  },
  {
    credential: 'userClient',
    slug: 'user-client-token',
    inWords: 'a client token of an ordinary user',
    clause: (family) => `5#${family}-refuses-user-client`,
    level: (family) => (family === 'admin' ? 'stated' : 'inferred'),
    families: ['application', 'admin'],
  },
]

const acceptClauses: Readonly<Record<Family, Partial<Record<TokenName, string>>>> = {
  application: {
    application: '5#application-takes-application',
    rootClient: '5#application-takes-root-client',
  },
  admin: { rootClient: '5#admin-takes-root-client' },
  client: { userClient: '5#client-takes-client' },
}

const ids = Object.keys(operations) as OperationId[]

const kebab = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const inWords: Readonly<Record<TokenName, string>> = {
  application: 'an application token',
  rootClient: 'a client token of a root administrator',
  userClient: 'a client token',
}

export const authentication: readonly Check[] = [
  ...ids.flatMap(acceptChecks),
  ...ids.flatMap(refuseChecks),
  ...nothingChanged(),
]

function acceptChecks(id: OperationId): Check[] {
  const { family } = operations[id]
  return accepts[family].map((token) => ({
    id: `5/${kebab(id)}-takes-${kebab(token)}`,
    section: '5',
    clauses: [acceptClauses[family][token] ?? ''],
    level: 'stated',
    title: `${operations[id].summary} takes ${inWords[token]}`,
    ignored: 'the status of success',
    async run(scenes) {
      scenes.session.needToken(token)
      granted(await scenes.plain(id))
      const exchange = await attempt(scenes, id, token)
      if (verdictOf(id, exchange.reply) === 'granted') return undefined
      return {
        message: `${operations[id].summary} does not take ${inWords[token]}.`,
        expected: 'the answer of success',
        actual: inShort(exchange.reply, exchange.failure),
        exchange,
      }
    },
  }))
}

function refuseChecks(id: OperationId): Check[] {
  const { family, summary } = operations[id]
  return rejections
    .filter(({ families }) => families.includes(family))
    .map(({ credential, slug, inWords: varied, clause, level }) => ({
      id: `5/${kebab(id)}-refuses-${slug}`,
      section: '5',
      clauses: [clause(family), ...(credential === 'none' ? ['1#bearer-everywhere'] : [])],
      level: level(family),
      title: `${summary} refuses ${varied}`,
      ignored: 'status and body of the refusal',
      async run(scenes) {
        if (!scenes.session.has(credential))
          throw new Unjudged(`the target promises no \`tokens.${credential}\``)
        await mustBeAlive(scenes, credential)
        const failure = await refuses({
          control: () => scenes.plain(id),
          vary: async () => {
            const exchange = await attempt(scenes, id, credential)
            if (exchange.reply) return exchange
            throw new Unjudged(`no answer came, which is no refusal: ${exchange.failure}`)
          },
          varied,
        })(scenes)
        return failure ?? leak(id, await attempt(scenes, id, credential), varied)
      },
    }))
}

/** A refusal that has what was asked for somewhere in its body, such as a bare array of envelopes. */
function leak(id: OperationId, exchange: Exchange, varied: string): Failure | undefined {
  const { kind } = operations[id].answer
  if (!holdsEnvelope(exchange.reply?.json, kind)) return undefined
  return {
    message: `The request with ${varied} was not granted, but its answer carries data all the same.`,
    expected: `a refusal, whatever its status and body, without any ${kind}`,
    actual: inShort(exchange.reply, exchange.failure),
    exchange,
  }
}

const holdsEnvelope = (value: unknown, kind: string): boolean => {
  if (Array.isArray(value)) return value.some((item) => holdsEnvelope(item, kind))
  if (!isObject(value)) return false
  if (value['object'] === kind && isObject(value['attributes'])) return true
  return Object.values(value).some((inner) => holdsEnvelope(inner, kind))
}

/** Where a token is granted if it is any good. */
const homes: Partial<Record<Credential, readonly OperationId[]>> = {
  application: ['createUser', 'updateNode'],
  userClient: ['listServerBackups'],
}

/** A real token that is refused proves something only if it is granted elsewhere. */
async function mustBeAlive(scenes: Scenes, credential: Credential): Promise<void> {
  const ids = homes[credential]
  if (ids === undefined) return
  for (const id of ids) {
    const exchange = await attempt(scenes, id, credential).catch(ignoreUnjudged)
    if (exchange && verdictOf(id, exchange.reply) === 'granted') return
  }
  throw new Unjudged(`the token ${credential} was granted nowhere, so its refusal proves nothing`)
}

/** The same request as the plain one of that operation, with another credential; a write says who tried it. */
function attempt(scenes: Scenes, id: OperationId, credential: Credential): Promise<Exchange> {
  const { calls, session } = scenes
  const mark = `Intruder ${credential}`
  const play: Record<OperationId, () => Promise<Exchange>> = {
    updateNode: async () =>
      calls.updateNode({ ...(await scenes.nodeBody(2)), name: mark, maintenance_mode: false }, credential),
    syncNodeTags: () => calls.syncTags(session.resource('tags').slice(0, 1), credential),
    importEgg: () => calls.importMarked(mark, credential),
    listServerMounts: () => calls.mounts('id', credential),
    updateServerStartup: () => calls.startup(scenes.startupBody(mark), 'id', credential),
    createUser: async () => calls.createUser(await candidate(scenes, credential), credential),
    listServerBackups: () => calls.backups({}, credential),
    listHostDatabases: () => calls.databases({}, credential),
  }
  return session.once(`attempt ${id} ${credential}`, play[id])
}

/**
 * The person whom every bad token tries to create, so that one good token
 * afterwards tells whether any did. Once one of them got in, the others try
 * somebody new: else a refusal of the same e-mail would pass for one of the token.
 */
const candidate = (scenes: Scenes, credential: Credential): Promise<Readonly<Record<string, unknown>>> => {
  const isBad = bad.includes(credential)
  const isTaken = scenes.session.exchanges.some(
    ({ ask, reply }) =>
      ask.operation === 'createUser' &&
      bad.includes(ask.credential) &&
      verdictOf('createUser', reply) !== 'refused',
  )
  const key = isBad && !isTaken ? 'candidate' : `candidate ${credential}`
  return scenes.session.once(key, async () => scenes.person())
}

const bad: readonly Credential[] = ['none', 'empty', 'garbage', 'altered', 'userClient']

/** Tries every credential that an operation must refuse; what was granted is the matter of another check. */
async function intrude(scenes: Scenes, id: OperationId): Promise<void> {
  granted(await scenes.plain(id))
  const { family } = operations[id]
  const credentials = family === 'application' ? bad : [...bad, 'application' as const]
  for (const credential of credentials) {
    if (!scenes.session.has(credential)) continue
    const exchange = await attempt(scenes, id, credential)
    if (verdictOf(id, exchange.reply) !== 'refused')
      throw new Unjudged(`prerequisite: 5/${kebab(id)}-refuses-*`)
  }
}

/** Refused writes leave no trace, wherever the eight operations let one look. */
function nothingChanged(): Check[] {
  const check = (id: OperationId, title: string, run: Check['run']): Check => ({
    id: `5/${kebab(id)}-refused-changes-nothing`,
    section: '5',
    clauses: ['5#refused-changes-nothing'],
    level: 'inferred',
    title,
    run,
  })
  return [
    check('createUser', 'a refused creation creates nobody', async (scenes) => {
      await intrude(scenes, 'createUser')
      const person = await candidate(scenes, 'none')
      const exchange = await scenes.calls.createUser(person)
      const again = await scenes.calls.createUser(person)
      if (verdictOf('createUser', again.reply) === 'granted')
        throw new Unjudged('the server takes the same e-mail twice')
      if (verdictOf('createUser', exchange.reply) === 'granted') return undefined
      return {
        message: 'A user whom only refused requests tried to create is there already.',
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
          await scenes.calls.updateNode({ ...(await scenes.nodeBody(2)), name: 'Intruder' }, credential)
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
        if (verdictOf('importEgg', exchange.reply) !== 'refused')
          throw new Unjudged('prerequisite: 5/import-egg-refuses-*')
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
        if (verdictOf('updateServerStartup', exchange.reply) !== 'refused') {
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
}
