import { nodeIn } from '../judge/later.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, firstOf } from './check.ts'

const sentFields = [
  'name',
  'description',
  'location_id',
  'fqdn',
  'scheme',
  'behind_proxy',
  'maintenance_mode',
  'memory',
  'memory_overallocate',
  'disk',
  'disk_overallocate',
  'upload_size',
  'daemon_sftp',
  'daemon_listen',
] as const

/** Fields that the run knows no other good value for. */
const unmoved: readonly string[] = ['location_id', 'fqdn']

const updates = async (scenes: Scenes) => {
  const [first, second] = await scenes.nodeUpdates()
  return [granted(first), granted(second)] as const
}

export const updateNode: readonly Check[] = [
  answerCheck('updateNode'),
  ...sentFields.map(
    (field): Check => ({
      id: `4.1/updates-${field.replaceAll('_', '-')}`,
      section: '4.1',
      clauses: [`4.1#updates-${field}`],
      level: 'stated',
      title: `an update that sends \`${field}\` is answered with it`,
      ...(unmoved.includes(field) && {
        ignored: `a change of \`${field}\`: the run sends what the node has already, as a made-up one could cut it off`,
      }),
      async run(scenes) {
        const message = `The answer does not have the \`${field}\` that was sent.`
        const looks = (await updates(scenes)).map(({ exchange, sent, attributes }) =>
          differs(exchange, `/attributes/${field}`, sent[field], attributes[field], message),
        )
        return firstOf(...looks)
      },
    }),
  ),
  {
    id: '4.1/same-node',
    section: '4.1',
    clauses: ['4.1#route'],
    level: 'stated',
    title: 'the node in the path is the node in the answer',
    async run(scenes) {
      const [{ exchange, attributes }] = await updates(scenes)
      const message = 'The answer is another node than the one in the path.'
      return differs(exchange, '/attributes/id', scenes.session.resource('node'), attributes['id'], message)
    },
  },
  ...(['mounts', 'allocated_resources'] as const).map(
    (field): Check => ({
      id: `4.1/${field.replaceAll('_', '-')}`,
      section: '4.1',
      clauses: [`4.1#${field.replaceAll('_', '-')}`],
      level: 'stated',
      title: `the answer of the node update includes \`${field}\``,
      ignored: field === 'mounts' ? 'the shape of a mount in `mounts`, which the document omits' : 'the sums',
      async run(scenes) {
        const [{ exchange, attributes }] = await updates(scenes)
        if (Object.hasOwn(attributes, field)) return undefined
        return {
          message: `The answer lacks \`${field}\`.`,
          expected: field === 'mounts' ? 'an array' : 'an object with memory and disk',
          actual: 'nothing',
          pointer: `/attributes/${field}`,
          exchange,
        }
      },
    }),
  ),
  {
    id: '4.1/identity',
    section: '4.1',
    clauses: ['4.1#identity'],
    level: 'inferred',
    title: 'an update changes neither `id` nor `uuid`, `public` or `created_at`',
    async run(scenes) {
      const [first, second] = await updates(scenes)
      return firstOf(
        ...['id', 'uuid', 'public', 'created_at'].map((field) =>
          differs(
            second.exchange,
            `/attributes/${field}`,
            first.attributes[field],
            second.attributes[field],
            `An update changed \`${field}\`, which the request cannot carry.`,
          ),
        ),
      )
    },
  },
  {
    id: '4.1/persists',
    section: '4.1',
    clauses: ['4.1#persists'],
    level: 'inferred',
    title: 'the new name of a node is still there in a later answer of another operation',
    ignored: 'every field but the name',
    async run(scenes) {
      const [, { sent }] = await updates(scenes)
      const later = granted(await scenes.afterNodeUpdates())
      const message = 'A later answer does not have the name that the node was given.'
      const pointer = '/attributes/relationships/node/attributes/name'
      return differs(later.exchange, pointer, sent['name'], nodeIn(later, scenes)['name'], message)
    },
  },
]
