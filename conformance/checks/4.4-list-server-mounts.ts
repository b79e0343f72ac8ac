import { findingOf } from '../judge/heard.ts'
import { Unjudged } from '../judge/outcome.ts'
import { attributesOf } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { type Granted, granted, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, inJson } from './check.ts'

export const listServerMounts: readonly Check[] = [
  answerCheck('listServerMounts'),
  {
    id: '4.4/by-id-and-uuid',
    section: '4.4',
    clauses: ['4.4#by-id', '4.4#by-uuid'],
    level: 'stated',
    title: 'the server can be named by its id and by its UUID',
    async run(scenes) {
      granted(await scenes.mounts('id'))
      const exchange = await scenes.mounts('uuid')
      if (wasGranted(exchange)) return undefined
      return {
        message: findingOf(exchange, 'The server is not found by its UUID.'),
        expected: 'the list of mounts, as by id',
        actual: inShort(exchange.reply, exchange.failure),
        exchange,
      }
    },
  },
  {
    id: '4.4/same-server',
    section: '4.4',
    clauses: ['4.4#same-server'],
    level: 'inferred',
    title: 'id and UUID of one server yield the same list',
    async run(scenes) {
      const byId = granted(await scenes.mounts('id'))
      const byUuid = granted(await scenes.mounts('uuid'), '4.4/by-id-and-uuid')
      return differs(
        byUuid.exchange,
        '/data',
        mountsOf(byId.data),
        mountsOf(byUuid.data),
        'The lists differ.',
      )
    },
  },
  {
    id: '4.4/mounted',
    section: '4.4',
    clauses: ['4.4#mounted', '2.11#mounted'],
    level: 'stated',
    title: 'each mount has `mounted`, a boolean',
    async run(scenes) {
      const { data, exchange } = await someMounts(scenes)
      const at = data.findIndex((item) => typeof attributesOf(item)['mounted'] !== 'boolean')
      return at < 0
        ? undefined
        : {
            message: 'A mount does not say whether it is mounted.',
            expected: 'a boolean',
            actual: inJson(attributesOf(data[at])['mounted']),
            pointer: `/data/${at}/attributes/mounted`,
            exchange,
          }
    },
  },
  {
    id: '4.4/stable',
    section: '4.4',
    clauses: ['4.4#stable'],
    level: 'inferred',
    title: 'asking twice yields the same list',
    async run(scenes) {
      const first = granted(await scenes.mounts('id'))
      const again = granted(await scenes.mounts('id', 2))
      return differs(
        again.exchange,
        '/data',
        mountsOf(first.data),
        mountsOf(again.data),
        'Asking again yields another list.',
      )
    },
  },
  {
    id: '2.11/relationships',
    section: '2.11',
    clauses: ['2.11#relationships'],
    level: 'stated',
    title: 'a mount has `relationships`',
    ignored: 'which of them are cut off or missing',
    async run(scenes) {
      const { data, exchange } = await someMounts(scenes)
      const at = data.findIndex(
        (item) =>
          typeof attributesOf(item)['relationships'] !== 'object' ||
          attributesOf(item)['relationships'] === null,
      )
      return at < 0
        ? undefined
        : {
            message: 'A mount has no `relationships`.',
            expected: 'an object, perhaps empty',
            actual: inJson(attributesOf(data[at])['relationships']),
            pointer: `/data/${at}/attributes/relationships`,
            exchange,
          }
    },
  },
]

/** The list, which tells nothing of mounts where there is none. */
async function someMounts(scenes: Scenes): Promise<Granted> {
  const answer = granted(await scenes.mounts('id'))
  if (answer.data.length === 0) throw new Unjudged('the server has no eligible mount')
  return answer
}

/** What of mounts is compared: which they are, and whether they are mounted. */
const mountsOf = (data: readonly unknown[]): unknown[] =>
  data
    .map(attributesOf)
    .map(({ id, uuid, mounted }) => ({ id, uuid, mounted }))
    .toSorted((a, b) => Number(a.id) - Number(b.id))
