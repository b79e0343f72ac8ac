import { findingOf, heardReception } from '../judge/heard.ts'
import { commandIn } from '../judge/later.ts'
import { prerequisite, Unjudged } from '../judge/outcome.ts'
import { nested } from '../judge/parts.ts'
import { inShort, isObject, wasGranted } from '../judge/reception.ts'
import { type Granted, granted, ignoreUnlessBusy, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, firstOf, inJson } from './check.ts'

const startups = async (scenes: Scenes) => {
  const [first, second] = await scenes.startups()
  const byId = granted(first)
  if (!wasGranted(second)) throw prerequisite('4.5/by-id-and-uuid')
  return [byId, granted(second)] as const
}

const container = ({ attributes }: Granted): Readonly<Record<string, unknown>> =>
  isObject(attributes['container']) ? attributes['container'] : {}

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** That a field that was sent is found where the server resource has it. */
const echoes = (
  slug: string,
  sentAs: string,
  at: string,
  read: (answer: Granted) => unknown,
  more: (scenes: Scenes) => Promise<readonly Granted[]> = async () => [],
): Check => ({
  id: `4.5/${slug}`,
  section: '4.5',
  clauses: [`4.5#${slug}`],
  level: 'stated',
  title: `the \`${sentAs}\` that was sent is the \`${at.replaceAll('/', '.')}\` of the answer`,
  async run(scenes) {
    const answers = [...(await startups(scenes)), ...(await more(scenes))]
    const looks = answers.map((answer) =>
      differs(
        answer.exchange,
        `/attributes/${at}`,
        answer.sent[sentAs],
        read(answer),
        `The answer does not have the \`${sentAs}\` that was sent.`,
      ),
    )
    return firstOf(...looks)
  },
})

/** The server with another egg, where one is promised and its node, which has no tags then, takes it. */
async function otherEgg(scenes: Scenes): Promise<readonly Granted[]> {
  if (scenes.session.target.resources.otherEgg === undefined) return []
  const exchange = await scenes.foreignEgg().catch(ignoreUnlessBusy)
  return exchange && heardReception(exchange) === 'granted' ? [granted(exchange)] : []
}

export const updateServerStartup: readonly Check[] = [
  answerCheck('updateServerStartup'),
  echoes('startup', 'startup', 'container/startup_command', (answer) => container(answer)['startup_command']),
  echoes('egg', 'egg_id', 'egg', ({ attributes }) => attributes['egg'], otherEgg),
  echoes('image', 'docker_image', 'container/image', (answer) => container(answer)['image']),
  {
    id: '4.5/by-id-and-uuid',
    section: '4.5',
    clauses: ['4.5#by-id', '4.5#by-uuid', '4.5#same-server'],
    level: 'stated',
    title: 'the server can be named by its id and by its UUID',
    async run(scenes) {
      const promised = scenes.session.resource('server')
      const [byId, exchange] = await scenes.startups()
      granted(byId)
      if (!wasGranted(exchange)) {
        return {
          message: findingOf(exchange, 'The server is not found by its UUID.'),
          expected: 'the server, as by id',
          actual: inShort(exchange.reply, exchange.failure),
          exchange,
        }
      }
      const message = 'The answer is another server than the one named.'
      // A UUID is the same one in either case.
      const uuid = promised.uuid.toLowerCase()
      const looks = (await startups(scenes)).flatMap(({ exchange, attributes }) => [
        differs(exchange, '/attributes/id', promised.id, attributes['id'], message),
        differs(exchange, '/attributes/uuid', uuid, lowerCase(attributes['uuid']), message),
      ])
      return firstOf(...looks)
    },
  },
  {
    id: '4.5/relationships',
    section: '4.5',
    clauses: ['4.5#relationships'],
    level: 'stated',
    title: 'the answer has `relationships`',
    ignored: 'which of them are cut off or missing',
    async run(scenes) {
      const [{ exchange, attributes }] = await startups(scenes)
      const { relationships } = attributes
      if (typeof relationships === 'object' && relationships !== null) return undefined
      return {
        message: 'The answer has no `relationships`.',
        expected: 'an object, perhaps empty',
        actual: inJson(relationships),
        pointer: '/attributes/relationships',
        exchange,
      }
    },
  },
  {
    id: '4.5/identity',
    section: '4.5',
    clauses: ['4.5#identity'],
    level: 'inferred',
    title: 'an update of the startup leaves alone what the request cannot carry',
    async run(scenes) {
      const [first, second] = await startups(scenes)
      return firstOf(
        ...['id', 'uuid', 'identifier', 'user', 'node', 'created_at'].map((field) =>
          differs(
            second.exchange,
            `/attributes/${field}`,
            first.attributes[field],
            second.attributes[field],
            `An update of the startup changed \`${field}\`, which the request cannot carry.`,
          ),
        ),
      )
    },
  },
  {
    id: '4.5/persists',
    section: '4.5',
    clauses: ['4.5#persists'],
    level: 'inferred',
    title: 'the new startup command is still there in a later answer of another operation',
    ignored: 'every field but the startup command',
    async run(scenes) {
      const { startup, files } = await scenes.imports()
      const { sent } = granted(startup)
      const later = granted(files[0])
      const message = 'A later answer does not have the startup command that the server was given.'
      const pointer = '/attributes/relationships/servers'
      return differs(later.exchange, pointer, sent['startup'], commandIn(later, scenes), message)
    },
  },
  {
    id: '2.8/nested-agree',
    section: '2.8',
    clauses: ['2.8#nested-agree'],
    level: 'inferred',
    title: 'the ids of a server are those of its nested resources',
    async run(scenes) {
      const [, { exchange, attributes }] = await startups(scenes)
      const names = ['user', 'node', 'allocation', 'egg'].filter((name) => nested(attributes, name))
      if (names.length === 0) throw new Unjudged('every relationship is cut off')
      return firstOf(
        ...names.map((name) =>
          differs(
            exchange,
            `/attributes/relationships/${name}/attributes/id`,
            attributes[name],
            nested(attributes, name)?.['id'],
            `The nested ${name} is another than the one in \`${name}\`.`,
          ),
        ),
      )
    },
  },
]
