import { isObject } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, differs, firstOf, inJson } from './check.ts'

const users = async (scenes: Scenes) => {
  const [first, second] = await scenes.users()
  return [granted(first), granted(second)] as const
}

export const createUser: readonly Check[] = [
  answerCheck('createUser'),
  ...(['email', 'username', 'first_name', 'last_name'] as const).map(
    (field): Check => ({
      id: `4.6/creates-${field.replaceAll('_', '-')}`,
      section: '4.6',
      clauses: [`4.6#creates-${field}`],
      level: 'stated',
      title: `the created user has the \`${field}\` that was sent`,
      async run(scenes) {
        const looks = (await users(scenes)).map(({ exchange, sent, attributes }) =>
          differs(
            exchange,
            `/attributes/${field}`,
            sent[field],
            attributes[field],
            `The user does not have the \`${field}\` that was sent.`,
          ),
        )
        return firstOf(...looks)
      },
    }),
  ),
  {
    id: '4.6/meta-resource',
    section: '4.6',
    clauses: ['4.6#meta-resource'],
    level: 'stated',
    title: 'the answer has `meta.resource`',
    async run(scenes) {
      const [{ exchange, body }] = await users(scenes)
      const { meta } = body
      if (isObject(meta) && typeof meta['resource'] === 'string') return undefined
      return {
        message: 'The answer has no `meta.resource`.',
        expected: 'a string, the URL of the user',
        actual: inJson(isObject(meta) ? meta['resource'] : meta),
        pointer: '/meta/resource',
        exchange,
      }
    },
  },
  {
    id: '4.6/no-nested-only',
    section: '4.6',
    clauses: ['4.6#no-nested-only'],
    level: 'stated',
    title: 'the answer is without the fields of the nested form',
    async run(scenes) {
      const [{ exchange, attributes }] = await users(scenes)
      const { relationships } = attributes
      const extra = ['image', 'servers_count', 'subuser_of_count'].find((field) =>
        Object.hasOwn(attributes, field),
      )
      const found =
        extra ??
        (isObject(relationships) && Object.hasOwn(relationships, 'servers')
          ? 'relationships/servers'
          : undefined)
      return found === undefined
        ? undefined
        : {
            message: `The answer has \`${found.replaceAll('/', '.')}\`, which only nested users have.`,
            expected: 'nothing',
            actual: 'the field',
            pointer: `/attributes/${found}`,
            exchange,
          }
    },
  },
  {
    id: '4.6/distinct',
    section: '4.6',
    clauses: ['4.6#distinct'],
    level: 'inferred',
    title: 'two created users have different `id` and `uuid`',
    async run(scenes) {
      const [first, second] = await users(scenes)
      const same = ['id', 'uuid'].find((field) => first.attributes[field] === second.attributes[field])
      return same === undefined
        ? undefined
        : {
            message: `Two created users have the same \`${same}\`.`,
            expected: `another ${same} than the first user has`,
            actual: inJson(second.attributes[same]),
            pointer: `/attributes/${same}`,
            exchange: second.exchange,
          }
    },
  },
]
